"""Clients of g2l2 serve, polite and otherwise. Called by serve.sh with a folder that has
scan.g2l2 and test.txt, and "sanitized" if the command is; prints `ok NAME` or `not ok NAME: why` for each test."""
import gzip
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time

WORK = sys.argv[1]
G2L2 = os.environ["G2L2"]
SANITIZED = sys.argv[2:] == ["sanitized"]
WAIT = 60  # seconds until something counts as never

tests = []


def test(function):
    tests.append(function)
    return function


class Server:
    """A process that serves, ended at the end."""

    def __init__(self, *options):
        environment = dict(os.environ)
        # what the address sanitizer keeps of freed memory would look like a leak
        environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=1"
        self.log = open(os.path.join(WORK, "serve.log"), "w+")
        self.process = subprocess.Popen(
            [G2L2, "serve", os.path.join(WORK, "scan.g2l2"), "--test", os.path.join(WORK, "test.txt"),
             "--port", "0", *options], stderr=self.log, env=environment)
        end = time.time() + WAIT
        self.port = None
        while self.port is None and time.time() < end and self.process.poll() is None:
            found = re.search(r"serves at http://.*:(\d+)/", self.said())
            self.port = int(found.group(1)) if found else None
            time.sleep(0.02)
        assert self.port, "it does not start: " + self.said()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def said(self):
        with open(self.log.name) as log:
            return log.read()

    def end(self, how=signal.SIGTERM):
        """Its exit status."""
        self.process.send_signal(how)
        return self.process.wait(WAIT)

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=WAIT)

    def ask(self, method, target, body=None, headers=None, connection=None):
        """Status, headers and body of one request."""
        own = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        headers = dict(headers or {})
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        own.request(method, target, body, headers)
        answer = own.getresponse()
        content = answer.read()
        if not connection:
            own.close()
        return answer.status, answer, content

    def run(self, sentence, connection=None):
        return self.ask("POST", "/v1/run", json.dumps({"sentence": sentence}), None, connection)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s*(\d+)", status.read()).group(1))


def equal(got, wanted, what=""):
    assert got == wanted, f"{what} {got!r}, not {wanted!r}".strip()


def read_all(connection):
    """Everything until the other side closes."""
    content = b""
    try:
        while True:
            more = connection.recv(65536)
            if not more:
                return content
            content += more
    except ConnectionResetError:
        return content


def raw(server, text):
    with server.connect() as connection:
        connection.sendall(text)
        return read_all(connection)


@test
def greets():
    with Server() as server:
        equal("WARNING" in server.said(), False)
        assert "scan: nav, 13 words" in server.said(), server.said()
        equal(server.end(), 0, "exit status")


@test
def is_open_to_those_with_the_token():
    token, path = "0123456789abcdef", os.path.join(WORK, "token")
    with open(path, "w") as file:
        file.write(token + "\n")
    refused = subprocess.run([G2L2, "serve", os.path.join(WORK, "scan.g2l2"), "--host", "0.0.0.0"],
                             capture_output=True, text=True, timeout=WAIT)
    equal(refused.returncode, 2, "exit status")
    assert "--token-file FILE is needed" in refused.stderr, refused.stderr
    with open(os.path.join(WORK, "short"), "w") as file:
        file.write("secret\n")
    refused = subprocess.run([G2L2, "serve", os.path.join(WORK, "scan.g2l2"), "--token-file",
                              os.path.join(WORK, "short")], capture_output=True, text=True, timeout=WAIT)
    equal(refused.returncode, 2, "exit status")
    with Server("--host", "0.0.0.0", "--token-file", path, "--allow-host", "models.example") as server:
        end = time.time() + WAIT
        while "WARNING" not in server.said() and time.time() < end:
            time.sleep(0.02)
        assert "WARNING" in server.said(), server.said()
        status, _, _ = server.ask("GET", "/v1/health", headers={"Host": "models.example"})
        equal(status, 200)
        status, answer, _ = server.ask("GET", "/v1/models")
        equal((status, answer.getheader("WWW-Authenticate")), (401, "Bearer"))
        for headers in {"Authorization": "Bearer " + token}, {"Cookie": "g2l2_token=" + token}:
            status, _, _ = server.ask("GET", "/v1/models", headers=headers)
            equal(status, 200)
        status, _, _ = server.ask("GET", "/v1/models", headers={**headers, "Origin": "http://evil.example"})
        equal(status, 403)
        assert token not in server.said(), server.said()


@test
def sends_less_to_those_who_can_take_it():
    with Server() as server:
        for target in "/viewer.css", "/v1/explain?sentence=jump%20twice":
            _, plain, content = server.ask("GET", target)
            equal(plain.getheader("Content-Encoding"), None)
            for accept in "gzip", "deflate, GZIP;q=0.5", "br,gzip":
                _, answer, packed = server.ask("GET", target, headers={"Accept-Encoding": accept})
                equal(answer.getheader("Content-Encoding"), "gzip", accept)
                equal(gzip.decompress(packed), content)
                assert len(packed) < len(content) / 2, (len(packed), len(content))
            for accept in "gzip;q=0", "gzipped", "", "deflate":
                _, answer, same = server.ask("GET", target, headers={"Accept-Encoding": accept})
                equal((answer.getheader("Content-Encoding"), same), (None, content), accept)
        status, answer, _ = server.ask("GET", "/viewer.css")
        tag = answer.getheader("ETag")
        for known, wanted in ((tag, 304), (tag[2:], 304), ('"a", ' + tag, 304), ("*", 304), ('"a"', 200), ("", 200)):
            status, _, content = server.ask("GET", "/viewer.css", headers={"If-None-Match": known})
            equal((status, content == b""), (wanted, wanted == 304), known)


@test
def refuses_two_readings_of_one_request():
    start = b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
    body = b'{"sentence": "jump"}'
    once = b"Content-Length: %d\r\n" % len(body)
    with Server() as server:
        answer = raw(server, start + once + b"\r\n" + body)
        assert answer.startswith(b"HTTP/1.1 200"), answer
        for more in (once, b"Content-Length: 0\r\n", b"Transfer-Encoding: chunked\r\n", b"Host: evil.example\r\n",
                     b"Origin: http://localhost\r\nOrigin: http://evil.example\r\n"):
            answer = raw(server, start + once + more + b"\r\n" + body)
            assert answer.startswith(b"HTTP/1.1 400"), (more, answer)
        answer = raw(server, start + more + b"Content-Length: 0\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 400"), answer


@test
def port_in_use():
    with Server() as server:
        second = subprocess.run([G2L2, "serve", os.path.join(WORK, "scan.g2l2"), "--port", str(server.port)],
                                capture_output=True, text=True, timeout=WAIT)
        equal(second.returncode, 1, "exit status")
        equal(len(second.stderr.splitlines()), 1, "lines")
        assert "--port" in second.stderr, second.stderr


@test
def methods_and_paths():
    with Server() as server:
        status, answer, content = server.ask("GET", "/v1/health")
        equal(status, 200)
        length = answer.getheader("Content-Length")
        status, answer, content = server.ask("HEAD", "/v1/health")
        equal((status, content), (200, b""))
        assert abs(int(answer.getheader("Content-Length")) - int(length)) < 4
        status, answer, _ = server.ask("PATCH", "/v1/run", "{}")
        equal((status, answer.getheader("Allow")), (405, "GET, HEAD, POST"))
        status, _, content = server.ask("GET", "/v1/nowhere")
        equal(status, 404)
        assert "/v1/run" in json.loads(content)["error"]["message"]
        status, _, _ = server.ask("POST", "/v1/reload", "{}", {"Content-Type": "text/plain"})
        equal(status, 415)
        status, _, _ = server.ask("OPTIONS", "/v1/run")
        equal(status, 405)


@test
def headers_of_the_page():
    with Server() as server:
        status, answer, content = server.ask("GET", "/")
        equal(status, 200)
        assert "default-src 'self'" in answer.getheader("Content-Security-Policy")
        assert "frame-ancestors 'none'" in answer.getheader("Content-Security-Policy")
        equal(answer.getheader("X-Content-Type-Options"), "nosniff")
        assert answer.getheader("Referrer-Policy")
        equal(answer.getheader("Access-Control-Allow-Origin"), None)


@test
def strangers():
    with Server() as server:
        for host in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example"]:
            status, _, content = server.ask("GET", "/v1/models", headers={"Host": host})
            equal(status, 403)
            assert host in json.loads(content)["error"]["message"]
        for host in ["localhost:1234", "127.0.0.1", "[::1]:80"]:
            equal(server.ask("GET", "/v1/models", headers={"Host": host})[0], 200)


@test
def body_too_large():
    with Server("--max-body", "2K") as server:
        status, _, content = server.ask("POST", "/v1/run", b"x" * 3000)
        equal(status, 413)
        assert "--max-body" in json.loads(content)["error"]["message"]
        # said before it is sent: refused at once, without the body
        got = raw(server, b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                          b"Content-Length: 99999999999\r\n\r\n")
        assert b" 413 " in got.split(b"\r\n")[0], got
        # in pieces, of which nobody knows how many there will be
        with server.connect() as connection:
            connection.sendall(b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")
            for _ in range(10):
                connection.sendall(b"400\r\n" + b"y" * 1024 + b"\r\n")
            connection.sendall(b"0\r\n\r\n")
            got = read_all(connection)
        assert b" 413 " in got.split(b"\r\n")[0], got
        # what is just small enough is read
        body = json.dumps({"sentence": "jump"}).ljust(2048)
        equal(server.ask("POST", "/v1/run", body)[0], 200)


@test
def no_http_at_all():
    with Server("--idle-seconds", "1") as server:
        for text in [b"\r\n\r\n\r\n\r\n", b"hello\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 9,
                     b"GET / HTTP/9.9\r\n\r\n", b"GET  HTTP/1.1\r\n\r\n", b"GET /v1/health\r\n\r\n",
                     b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
                     b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{}",
                     b"GET /v1/run?sentence=" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 20000 + b"\r\n",
                     b"GET /%00%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"]:
            with server.connect() as connection:
                try:
                    connection.sendall(text)
                    connection.shutdown(socket.SHUT_WR)
                except OSError:
                    pass  # closed already
                read_all(connection)
        # half a request, and gone
        for _ in range(20):
            with server.connect() as connection:
                connection.sendall(b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{\"sent")
        equal(server.run("jump twice")[0], 200)
        equal(server.end(), 0, "exit status")


@test
def several_requests_at_once_on_one_connection():
    with Server() as server:
        one = b"GET /v1/run?sentence=jump HTTP/1.1\r\nHost: localhost\r\n\r\n"
        last = one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        got = raw(server, one * 9 + last)
        equal(got.count(b'"sentence":"jump","result":"I_JUMP"'), 10)


def drip(server, head, piece):
    """Send a byte now and then; True if the server has had enough of it."""
    with server.connect() as connection:
        connection.sendall(head)
        end = time.time() + WAIT
        while time.time() < end:
            try:
                connection.settimeout(0.1)
                if not connection.recv(1000):
                    return True
            except socket.timeout:
                pass
            except OSError:
                return True
            try:
                connection.sendall(piece)
            except OSError:
                return True
    return False


@test
def slow_clients_are_closed():
    with Server("--idle-seconds", "1") as server:
        assert drip(server, b"", b""), "one that sends nothing"
        assert drip(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ", b"a"), "endless headers"
        assert drip(server, b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            b"Content-Length: 100000\r\n\r\n", b"a"), "an endless body"
        equal(server.run("jump")[0], 200)


@test
def too_many_at_once():
    with Server("--max-requests", "2") as server:
        waiting = []
        for _ in range(2):
            connection = server.connect()
            connection.sendall(b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                               b"Content-Length: 20\r\n\r\n{")
            waiting.append(connection)
        end = time.time() + WAIT
        status, answer = 0, None
        while status != 503 and time.time() < end:  # the two may not be there yet
            status, answer, _ = server.ask("GET", "/v1/run?sentence=jump")
        equal((status, answer.getheader("Retry-After")), (503, "1"))
        for connection in waiting:
            connection.close()
        while status != 200 and time.time() < end:
            status, _, _ = server.ask("GET", "/v1/run?sentence=jump")
        equal(status, 200)


SENTENCES = ["jump", "walk twice", "run left and look", "jump around left twice after walk",
             "turn opposite right thrice", "look right and turn left twice"]


class Clients:
    """Many that ask and compare, until they are told to end."""

    def __init__(self, server, n, requests=None):
        self.server, self.requests, self.wrong, self.done = server, requests, [], 0
        self.wanted = {s: json.loads(server.run(s)[2])["result"] for s in SENTENCES}
        self.over = threading.Event()
        self.threads = [threading.Thread(target=self.work, args=(i,)) for i in range(n)]
        for thread in self.threads:
            thread.start()

    def work(self, i):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=WAIT)
        try:
            n = 0
            while not self.over.is_set() and (self.requests is None or n < self.requests):
                sentence = SENTENCES[(i + n) % len(SENTENCES)]
                status, _, content = self.server.run(sentence, connection)
                if status != 200 or json.loads(content)["result"] != self.wanted[sentence]:
                    self.wrong.append((sentence, status, content))
                n += 1
                self.done += 1
        except Exception as error:
            self.wrong.append(repr(error))
        connection.close()

    def end(self):
        self.over.set()
        self.join()

    def join(self):
        for thread in self.threads:
            thread.join()
        assert not self.wrong, str(self.wrong[0])


@test
def sixty_four_clients():
    with Server() as server:
        clients = Clients(server, 64, 20)
        clients.join()
        equal(clients.done, 64 * 20)
        _, _, content = server.ask("GET", "/v1/metrics")
        counted = re.search(rb'requests_total{route="run",status="200"} (\d+)', content)
        equal(int(counted.group(1)), 64 * 20 + len(SENTENCES))


@test
def hang_up_drops_nothing():
    with Server() as server:
        clients = Clients(server, 8)
        for _ in range(10):
            server.process.send_signal(signal.SIGHUP)
            time.sleep(0.05)
        end = time.time() + WAIT
        while "read again" not in server.said() and time.time() < end:
            time.sleep(0.02)
        clients.end()
        assert "read again" in server.said(), server.said()
        equal(server.process.poll(), None)


@test
def a_broken_file_changes_nothing():
    path = os.path.join(WORK, "scan.g2l2")
    with open(path, "rb") as file:
        whole = file.read()
    with Server() as server:
        try:
            with open(path, "wb") as file:
                file.write(whole[:100])
            status, _, content = server.ask("POST", "/v1/reload", "{}")
            equal(status, 500)
            assert "stay as they were" in json.loads(content)["error"]["message"]
            equal(server.run("jump")[0], 200)
        finally:
            with open(path, "wb") as file:
                file.write(whole)
        equal(server.ask("POST", "/v1/reload", "{}")[0], 200)


def long_test(n):
    """A request that takes a while."""
    hard = {"sentence": "jump " + "around left twice and run opposite right thrice after walk " * 3, "result": ""}
    return json.dumps({"examples": [hard] * n})


@test
def a_long_request_keeps_nobody_waiting():
    with Server("--max-body", "64M") as server:
        body, got = long_test(10000), []
        clients = [threading.Thread(target=lambda: got.append(server.ask("POST", "/v1/test", body)[0]))
                   for _ in range(4)]
        for client in clients:
            client.start()
        answered = 0
        while any(client.is_alive() for client in clients):
            equal(server.ask("GET", "/v1/health")[0], 200)
            answered += 1
        for client in clients:
            client.join()
        assert set(got) <= {200, 503}, str(got)
        assert answered > 4, f"only {answered} answers in the meantime"


@test
def eight_long_requests_share_with_a_short_one():
    """An explanation needs a worker as they do; it is there before half of them are."""
    with Server("--max-body", "64M", "--max-seconds", "60") as server:
        body, got = long_test(20000), []
        clients = [threading.Thread(target=lambda: got.append(server.ask("POST", "/v1/test", body)[0]))
                   for _ in range(8)]
        for client in clients:
            client.start()
        while len(got) == 0:
            _, _, content = server.ask("GET", "/v1/metrics")
            if b"requests_under_way 9" in content:  # with this one
                break
        equal(server.ask("GET", "/v1/explain?sentence=jump%20twice")[0], 200)
        done = len(got)
        for client in clients:
            client.join()
        assert done < 4, f"{done} long requests were done before"


FOLDS = r"""domain nav
literals A B
fold => V : A()  1
fold => V\V : \x. concat(x, x)  0.5
fold => V/V : \x. concat(x, B())  0
fold => V\V/(V\V) : \f.\x. f(x)  0
fold => V\V/V : \y.\x. concat(x, y)  0
fold => V/V/V : \y.\x. concat(x, y)  0
fold => V\V\V : \y.\x. concat(x, y)  0
fold => V\V/(V\V)/V : \z.\f.\x. concat(f(x), z)  0
fold => V\V/(V\V)\V : \z.\f.\x. concat(f(x), z)  0
fold => V/V/(V/V) : \f.\x. f(x)  0
fold => EMPTY  -1
"""


@test
def a_hard_sentence_keeps_nobody_waiting():
    with Server("--max-seconds", "2") as server:
        equal(server.ask("PUT", "/v1/draft", json.dumps({"lexicon": FOLDS}))[0], 200)
        hard, got = "/v1/run?model=scan*&sentence=" + "+".join(["fold"] * 190), []
        clients = [threading.Thread(target=lambda: got.append(server.ask("GET", hard)[0])) for _ in range(4)]
        for client in clients:
            client.start()
        answered = 0
        while any(client.is_alive() for client in clients):
            equal(server.run("jump")[0], 200)
            answered += 1
        assert all(status in (422, 503) for status in got), got  # out of memory, or of time: which comes first
        assert answered > 4, f"only {answered} answers in the meantime"


def many_ways():
    """A lexicon in which every word may be anything."""
    ways = [r"V : A()", r"V : B()", r"V : concat(A(), B())", r"V\V : \x. concat(x, x)", r"V\V : \x. concat(x, A())",
            r"V\V/V : \y.\x. concat(x, y)", r"V\V/V : \y.\x. concat(y, x)"]
    return "domain nav\nliterals A B\n" + "".join(
        f"{word} => {way}  0\n" for word in ["jump", "and", "walk"] for way in ways)


@test
def a_hard_draft_keeps_nobody_waiting():
    """The sentences to try are all hard for it: there are fewer of them then."""
    path = os.path.join(WORK, "hard.txt")
    with open(path, "w") as file:
        for n in range(25, 41):
            file.write(f"IN: {'jump and ' * n}walk OUT: I_WALK\n")
    with Server("--test", path, "--max-seconds", "5") as server:
        asked = [("PUT", "/v1/draft", json.dumps({"lexicon": many_ways()})), ("POST", "/v1/reload", "{}"),
                 ("GET", "/v1/explain?sentence=jump", None)]
        got = []
        clients = [threading.Thread(target=lambda one=one: got.append(server.ask(*one)[0])) for one in asked]
        begin = time.time()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        equal(got, [200] * 3)
        assert time.time() - begin < WAIT, "it took too long"


@test
def tests_of_another_language():
    other = os.path.join(WORK, "other.lex")
    with open(other, "w") as file:
        file.write("domain nav\nliterals A\nhop => V : A()  1\n")
    with Server(other) as server:
        models = json.loads(server.ask("GET", "/v1/models")[2])["models"]
        equal([(model["name"], model["tests"]) for model in models], [("scan", 4182), ("other", 0)])


@test
def a_request_has_its_time():
    with Server("--max-seconds", "0.05", "--max-body", "64M") as server:
        status, answer, content = server.ask("POST", "/v1/test", long_test(100000))
        equal((status, answer.getheader("Retry-After")), (503, "1"))
        message = json.loads(content)["error"]["message"]
        # On a busy machine it may not even have its turn in that time.
        assert "too long" in message or "too much to do" in message, message
        equal(server.ask("GET", "/v1/health")[0], 200)


def under_way(server):
    """Requests that the server knows of, without the one that asks."""
    _, _, content = server.ask("GET", "/v1/metrics")
    return int(re.search(rb"requests_under_way (\d+)", content).group(1)) - 1


@test
def ends_after_what_is_under_way():
    long = os.path.join(WORK, "long.txt")
    with open(os.path.join(WORK, "test.txt")) as file, open(long, "w") as out:
        out.write(file.read() * 8)
    for how in [signal.SIGTERM, signal.SIGINT]:
        with Server("--test", long, "--max-seconds", str(WAIT)) as server:
            got = []
            clients = [threading.Thread(target=lambda: got.append(server.ask("GET", "/v1/test")))
                       for _ in range(3)]
            for client in clients:
                client.start()
            end = time.time() + WAIT
            while under_way(server) + len(got) < 3 and time.time() < end:
                time.sleep(0.005)
            equal(server.end(how), 0, "exit status")
            for client in clients:
                client.join()
            equal([status for status, _, _ in got], [200] * 3)
            equal([json.loads(content)["examples"] for _, _, content in got], [4182 * 8] * 3)


@test
def memory_stays_flat():
    with Server() as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=WAIT)

        def many(n):
            one = b"".join(
                b"POST /v1/run HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
                for body in (json.dumps({"sentence": s}).encode() for s in SENTENCES + ["hop", "jump jump"]))
            with server.connect() as plain:
                for _ in range(n // 8):
                    plain.sendall(one)
                    seen = b""
                    while seen.count(b'"reason":') < 8:
                        more = plain.recv(65536)
                        assert more, "closed"
                        seen += more

        def others():
            for target in ["/v1/models", "/v1/lexicon", "/v1/scenes", "/v1/metrics", "/nowhere",
                           "/v1/explain?sentence=jump+twice&pictures=1", "/v1/test?limit=100"]:
                server.ask("GET", target, connection=connection)
            text = server.ask("GET", "/v1/lexicon?format=text", connection=connection)[2].decode()
            server.ask("PUT", "/v1/draft", json.dumps({"lexicon": text}), connection=connection)
            server.ask("DELETE", "/v1/draft", "{}", connection=connection)
            server.ask("POST", "/v1/reload", "{}", connection=connection)

        def round_of(n):
            many(n)
            for _ in range(10):
                others()

        # A thread that has its first request late takes memory once; what leaks, in every round.
        # The sanitizers' allocator spreads what it gives out, so its size says nothing for dozens of
        # rounds; it tells of leaks when the server ends.
        sizes = []
        for _ in range(1 if SANITIZED else 6):
            round_of(5000)
            sizes.append(server.memory())
        grown = [b - a for a, b in zip(sizes, sizes[1:])]
        assert SANITIZED or min(grown) < 512, f"{sizes} KB, one round after the other"
        equal(server.end(), 0, "exit status")
        connection.close()


for function in tests:
    name = "serve: " + function.__name__.replace("_", " ")
    try:
        function()
        print("ok " + name, flush=True)
    except Exception as error:
        why = " ".join(str(error).split())[:300] or repr(error)
        print(f"not ok {name}: {type(error).__name__}: {why}", flush=True)
