"""What a member that does not answer is said to suffer from."""

import grpc
import pytest

from kiosk.links.calls.errors import no_answer

REFUSED = (
    "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:2379: Failed to connect to remote "
    "host: connect: Connection refused (111)"
)
NOT_OURS = (
    "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:2379: Ssl handshake failed "
    "(TSI_PROTOCOL_FAILURE): SSL_ERROR_SSL: error:1000007d:SSL routines:OPENSSL_internal:CERTIFICATE_VERIFY_FAILED"
)
SAME_NAME = (
    "failed to connect to all addresses; last error: UNKNOWN: ipv4:127.0.0.1:2379: Tls handshake failed "
    "(TSI_PROTOCOL_FAILURE): SSL_ERROR_SSL: error:1a000064:ECDSA routines:OPENSSL_internal:BAD_SIGNATURE: "
    "certificate signature failure: OK"
)
REFUSES_OURS = (
    "failed to connect to all addresses; last error: UNAVAILABLE: ipv4:127.0.0.1:2379: Unwrap failed "
    "(TSI_DATA_CORRUPTED)"
)


def said(words):
    return str(no_answer(grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, {}, {}, words), "10.0.0.5:2379"))


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (REFUSED, "connect: Connection refused"),
        (NOT_OURS, "its certificate is not of the configured authority, or not for this address or time"),
        (SAME_NAME, "its certificate is not of the configured authority"),
        (REFUSES_OURS, "it does not take our certificate, or speaks no TLS"),
    ],
)
def test_that_the_reason_of_a_silence_is_told_in_words_beside_the_member(words, found):
    assert found in said(words)
    assert "10.0.0.5:2379" in said(words)
