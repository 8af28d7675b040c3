"""
Debian's Swift with its S3 interface, in one process: proxy, account, container and object server, the last one in memory.
Nothing of the server is ours: this writes its configuration and its rings, and keeps its cache. It prints its port, and ends with
the process that started it.

    python3 swift-server.py FOLDER
"""
import ctypes
import os
import signal
import sys

ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG

from swift.common.utils import eventlet_monkey_patch

eventlet_monkey_patch()

import eventlet
import eventlet.wsgi
from swift.common import utils, wsgi
from swift.common.ring import RingBuilder

FOLDER = sys.argv[1]
QUOTA = "account_quotas container_quotas"
PIPELINE = f"catch_errors gatekeeper listing_formats bulk s3api tempauth {QUOTA} slo dlo versioned_writes symlink proxy-server"
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b"countersign", b"test"
utils.SWIFT_CONF_FILE = os.path.join(FOLDER, "swift.conf")

for name in ("srv/1", "run"):
    os.makedirs(os.path.join(FOLDER, name))
with open(utils.SWIFT_CONF_FILE, "w") as file:
    file.write("[swift-hash]\nswift_hash_path_prefix = countersign\nswift_hash_path_suffix = test\n")


class Cache:
    """Stores the data that memcached would store."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)

    def incr(self, key, delta=1, *_, **__):
        self.values[key] = self.values.get(key, 0) + delta
        return self.values[key]


def cached(app, cache):
    def call(environ, start_response):
        environ["swift.cache"] = cache
        return app(environ, start_response)

    return call


def configuration(name, text):
    path = os.path.join(FOLDER, name + ".conf")
    with open(path, "w") as file:
        file.write(
            f"[DEFAULT]\nswift_dir = {FOLDER}\ndevices = {FOLDER}/srv\nmount_check = false\n"
            f"recon_cache_path = {FOLDER}/run\nlog_level = ERROR\n{text}"
        )
    return path


def serve(sock, app):
    eventlet.spawn(eventlet.wsgi.server, sock, app, log_output=False, protocol=wsgi.SwiftHttpProtocol, keepalive=True)


def listen():
    return eventlet.listen(("127.0.0.1", 0), backlog=256)


# Rings are read by every server, so each must exist before the first one is loaded.
sockets = {}
for name in ("account", "container", "object"):
    sockets[name] = listen()
    port = sockets[name].getsockname()[1]
    device = {"id": 0, "region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "1", "weight": 1, "meta": ""}
    builder = RingBuilder(2, 1, 1)
    builder.add_dev({**device, "replication_ip": "127.0.0.1", "replication_port": port})
    builder.rebalance()
    builder.get_ring().save(os.path.join(FOLDER, name + ".ring.gz"))
for name, app in (("account", "account"), ("container", "container"), ("object", "mem_object")):
    text = f"[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{app}\n"
    serve(sockets[name], wsgi.loadapp(configuration(name + "-server", text), global_conf={}))

filters = "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in PIPELINE.split() if name not in ("proxy-server", "tempauth", "s3api"))
proxy = (
    f"[pipeline:main]\npipeline = {PIPELINE}\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n"
    # The user's name and password are the access key and its secret; a reseller may set quotas.
    # Buckets can also be addressed as subdomains of this host name.
    "[filter:s3api]\nuse = egg:swift#s3api\nstorage_domain = s3.test\n"
    f"[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = testing .admin .reseller_admin\n{filters}"
)
front = listen()
app = wsgi.loadapp(configuration("proxy-server", proxy), global_conf={})
print(front.getsockname()[1], flush=True)
eventlet.wsgi.server(front, cached(app, Cache()), log_output=False, protocol=wsgi.SwiftHttpProtocol, keepalive=True)
