/*
 * Writes down everything that a process asks of the disk below one folder, in order: what was written where, and what
 * was made durable. Loaded with LD_PRELOAD. DISK_TRACE names the file of the trace, DISK_FOLDER the folder.
 *
 * An entry is: kind (1 byte), length of the name (4), offset (8), length of what follows (8), the name, what follows.
 * One lock holds each call together with its entry: the trace has the order in which the disk was asked.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;
static char folder[PATH_MAX];
static size_t folder_length;

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
    const char *where = getenv("DISK_TRACE"), *below = getenv("DISK_FOLDER");
    if (where == NULL || below == NULL || realpath(below, folder) == NULL)
        return;
    folder_length = strlen(folder);
    trace = NEXT(open)(where, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_watched(const char *path)
{
    return trace >= 0 && strncmp(path, folder, folder_length) == 0;
}

static int path_of(int handle, char *path)
{
    char link[64];
    if (trace < 0 || handle == trace)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", handle);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return is_watched(path);
}

/* The name as it is known to the kernel, also of a file that is not there yet. */
static int whole(int at, const char *name, char *path)
{
    char base[PATH_MAX], real[PATH_MAX];
    if (trace < 0)
        return 0;
    if (name[0] == '/')
        snprintf(base, sizeof base, "%s", name);
    else if (at == AT_FDCWD)
        snprintf(base, sizeof base, "%s/%s", getcwd(real, sizeof real), name);
    else
        return 0;
    char *last = strrchr(base, '/');
    *last = 0;
    if (realpath(base[0] ? base : "/", real) == NULL)
        return 0;
    if (snprintf(path, PATH_MAX, "%s/%s", real, last + 1) >= PATH_MAX)
        return 0;
    return is_watched(path);
}

static void all(const void *data, size_t length)
{
    const char *at = data;
    while (length > 0) {
        ssize_t done = NEXT(write)(trace, at, length);
        if (done <= 0)
            abort();
        at += done;
        length -= done;
    }
}

static void entry(char kind, const char *path, uint64_t offset, const void *data, uint64_t length)
{
    char head[21];
    uint32_t name = strlen(path);
    head[0] = kind;
    memcpy(head + 1, &name, 4);
    memcpy(head + 5, &offset, 8);
    memcpy(head + 13, &length, 8);
    all(head, sizeof head);
    all(path, name);
    if (length > 0)
        all(data, length);
}

static int opened(int (*next)(const char *, int, ...), const char *name, int flags, mode_t mode)
{
    char path[PATH_MAX];
    struct stat before;
    int watched = (flags & (O_CREAT | O_TRUNC)) && whole(AT_FDCWD, name, path);
    if (!watched)
        return next(name, flags, mode);
    pthread_mutex_lock(&lock);
    int there = stat(path, &before) == 0;
    int handle = next(name, flags, mode);
    if (handle >= 0 && !there)
        entry('c', path, 0, NULL, 0);
    else if (handle >= 0 && (flags & O_TRUNC))
        entry('t', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return handle;
}

#define OPEN(name)                                                   \
    int name(const char *path, int flags, ...)                       \
    {                                                                \
        va_list more;                                                \
        va_start(more, flags);                                       \
        mode_t mode = (flags & O_CREAT) ? va_arg(more, mode_t) : 0;  \
        va_end(more);                                                \
        return opened(NEXT(name), path, flags, mode);                \
    }
OPEN(open)
OPEN(open64)

static ssize_t written(const void *data, ssize_t done, off_t offset, const char *path)
{
    if (done > 0)
        entry('w', path, offset, data, done);
    return done;
}

#define PWRITE(name, type)                                                                \
    ssize_t name(int handle, const void *data, size_t length, type offset)                \
    {                                                                                     \
        char path[PATH_MAX];                                                              \
        if (!path_of(handle, path))                                                       \
            return NEXT(name)(handle, data, length, offset);                              \
        pthread_mutex_lock(&lock);                                                        \
        ssize_t done = NEXT(name)(handle, data, length, offset);                          \
        written(data, done, offset, path);                                        \
        pthread_mutex_unlock(&lock);                                                      \
        return done;                                                                      \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int handle, const void *data, size_t length)
{
    char path[PATH_MAX];
    if (!path_of(handle, path))
        return NEXT(write)(handle, data, length);
    pthread_mutex_lock(&lock);
    ssize_t done = NEXT(write)(handle, data, length);
    off_t end = lseek(handle, 0, SEEK_CUR);
    written(data, done, end - done, path);
    pthread_mutex_unlock(&lock);
    return done;
}

#define SYNC(name)                                   \
    int name(int handle)                             \
    {                                                \
        char path[PATH_MAX];                         \
        if (!path_of(handle, path))                  \
            return NEXT(name)(handle);               \
        pthread_mutex_lock(&lock);                   \
        int found = NEXT(name)(handle);              \
        if (found == 0)                              \
            entry('s', path, 0, NULL, 0);            \
        pthread_mutex_unlock(&lock);                 \
        return found;                                \
    }
SYNC(fsync)
SYNC(fdatasync)

#define TRUNCATE(name, type)                         \
    int name(int handle, type length)                \
    {                                                \
        char path[PATH_MAX];                         \
        if (!path_of(handle, path))                  \
            return NEXT(name)(handle, length);       \
        pthread_mutex_lock(&lock);                   \
        int found = NEXT(name)(handle, length);      \
        if (found == 0)                              \
            entry('t', path, length, NULL, 0);       \
        pthread_mutex_unlock(&lock);                 \
        return found;                                \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

static int renamed(int old_at, const char *old, int new_at, const char *new)
{
    char from[PATH_MAX], to[PATH_MAX];
    int watched = whole(old_at, old, from) & whole(new_at, new, to);
    pthread_mutex_lock(&lock);
    int found = NEXT(renameat)(old_at, old, new_at, new);
    if (found == 0 && watched)
        entry('r', from, 0, to, strlen(to));
    pthread_mutex_unlock(&lock);
    return found;
}

int rename(const char *old, const char *new)
{
    return renamed(AT_FDCWD, old, AT_FDCWD, new);
}

int renameat(int old_at, const char *old, int new_at, const char *new)
{
    return renamed(old_at, old, new_at, new);
}

static int removed(int at, const char *name, int flags)
{
    char path[PATH_MAX];
    int watched = whole(at, name, path);
    pthread_mutex_lock(&lock);
    int found = NEXT(unlinkat)(at, name, flags);
    if (found == 0 && watched)
        entry('u', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return found;
}

int unlink(const char *name)
{
    return removed(AT_FDCWD, name, 0);
}

int unlinkat(int at, const char *name, int flags)
{
    return removed(at, name, flags);
}

int mkdir(const char *name, mode_t mode)
{
    char path[PATH_MAX];
    int watched = whole(AT_FDCWD, name, path);
    pthread_mutex_lock(&lock);
    int found = NEXT(mkdir)(name, mode);
    if (found == 0 && watched)
        entry('m', path, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return found;
}
