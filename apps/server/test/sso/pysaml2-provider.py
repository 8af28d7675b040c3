"""A SAML identity provider made of pysaml2 and xmlsec1, on loopback.

Every visitor is signed in as the person that the last POST /person named.

Arguments: folder with key.pem and cert.pem. Prints its port. POST /service-provider takes our metadata, POST /options what to sign
and encrypt. Ends when its standard input does.
"""

import functools
import json
import os
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

import saml2.entity
from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.config import IdPConfig
from saml2.metadata import entity_descriptor
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NAME_FORMAT_URI, NameID
from saml2.server import Server
from saml2.sigver import SecurityContext, pre_encryption_part, verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

CIPHERS = {
    "cbc": ("http://www.w3.org/2001/04/xmlenc#aes256-cbc", "aes-256"),
    "gcm": ("http://www.w3.org/2009/xmlenc11#aes256-gcm", "aes-256"),
    # The default of this version of pysaml2.
    "3des": ("http://www.w3.org/2001/04/xmlenc#tripledes-cbc", "des-192"),
}
folder = sys.argv[1]
state = {"sp": None, "person": {}, "options": {}}


@functools.lru_cache
def provider(sp):
    return Server(config=configuration(sp))


def configuration(sp):
    return IdPConfig().load(
        {
            "entityid": base + "/metadata",
            "service": {
                "idp": {
                    "endpoints": {"single_sign_on_service": [(base + "/sso", BINDING_HTTP_REDIRECT)]},
                    "policy": {"default": {"lifetime": {"minutes": 5}, "attribute_restrictions": None, "name_form": NAME_FORMAT_URI}},
                }
            },
            "key_file": os.path.join(folder, "key.pem"),
            "cert_file": os.path.join(folder, "cert.pem"),
            "xmlsec_binary": "/usr/bin/xmlsec1",
            "metadata": {"inline": [sp]} if sp else {},
        }
    )


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *_arguments):
        pass

    def answer(self, body, content_type="text/html", status=200):
        data = body.encode()
        self.send_response(status)
        self.send_header("content-type", content_type)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        name = self.path.strip("/")
        state["sp" if name == "service-provider" else name] = body if name == "service-provider" else json.loads(body)
        self.answer("")

    def do_GET(self):
        try:
            url = urlparse(self.path)
            if url.path == "/metadata":
                self.answer(str(entity_descriptor(configuration(None))), "application/xml")
            else:
                self.answer(self.log_in(parse_qs(url.query)))
        except Exception as error:
            self.answer(f"{type(error).__name__}: {error}", "text/plain", 500)

    def log_in(self, query):
        server = provider(state["sp"])
        options = dict(state["options"])
        algorithm, key_type = CIPHERS[options.pop("cipher", "gcm")]
        saml2.entity.pre_encryption_part = functools.partial(pre_encryption_part, msg_enc=algorithm)
        SecurityContext.encrypt_assertion.__defaults__ = (key_type, None)
        if options.pop("unsolicited", False):
            arguments = {"in_response_to": None, "destination": options.pop("acs"), "sp_entity_id": options.pop("audience")}
        else:
            request = server.parse_authn_request(query["SAMLRequest"][0], BINDING_HTTP_REDIRECT)
            if options.pop("check_request", False):
                certificate = server.metadata.certs(request.message.issuer.text, "spsso", "signing")[0]
                if not verify_redirect_signature({name: values[0] for name, values in query.items()}, server.sec.sec_backend, certificate):
                    raise ValueError("the request is not signed by its sender")
            arguments = server.response_args(request.message)
        person = state["person"]
        response = server.create_authn_response(
            identity={"mail": [person["email"]], "displayName": [person["name"]], "eduPersonEntitlement": person.get("groups", [])},
            userid=person["email"],
            name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=person["subject"]),
            authn={"class_ref": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport", "authn_auth": base},
            sign_alg=SIG_RSA_SHA256,
            digest_alg=DIGEST_SHA256,
            **{key: value for key, value in arguments.items() if key in ("in_response_to", "destination", "sp_entity_id")},
            **options,
        )
        form = server.apply_binding(
            BINDING_HTTP_POST, str(response), arguments["destination"], query.get("RelayState", [""])[0], response=True
        )
        return form["data"]


http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
base = f"http://127.0.0.1:{http.server_address[1]}"
threading.Thread(target=http.serve_forever, daemon=True).start()
print(http.server_address[1], flush=True)
sys.stdin.read()
