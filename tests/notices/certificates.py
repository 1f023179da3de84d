"""Certificates for servers that speak TLS, and for one authority that signs them."""

import datetime as dt
import ssl
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

DAY = dt.timedelta(days=1)

SIGNS = x509.KeyUsage(
    key_cert_sign=True,
    crl_sign=False,
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    encipher_only=False,
    decipher_only=False,
)


def make_certificate(directory: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """Return the file of an authority’s certificate, and a server’s context for that name."""
    authority, signing = _certify("An authority", None)
    certificate, key = _certify(name, (authority, signing))
    (directory / "authority.pem").write_bytes(_pem(authority))
    (directory / "server.pem").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + _pem(certificate)
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(directory / "server.pem")
    return directory / "authority.pem", context


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _certify(
    name: str, issuer: tuple[x509.Certificate, ec.EllipticCurvePrivateKey] | None
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = dt.datetime.now(dt.UTC)
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer[0].subject if issuer else subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - DAY)
        .not_valid_after(now + DAY)
        .add_extension(x509.BasicConstraints(ca=issuer is None, path_length=None), critical=True)
    )
    # From 3.13 on, Python wants to know who has signed, with which key, and that they may.
    signer = (issuer[1] if issuer else key).public_key()
    known_by = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer)
    builder = builder.add_extension(known_by, critical=False)
    if issuer:
        names = x509.SubjectAlternativeName([x509.DNSName(name)])
        builder = builder.add_extension(names, critical=False)
    else:
        own = x509.SubjectKeyIdentifier.from_public_key(signer)
        builder = builder.add_extension(own, critical=False).add_extension(SIGNS, critical=True)
    return builder.sign(issuer[1] if issuer else key, hashes.SHA256()), key
