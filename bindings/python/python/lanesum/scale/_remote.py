"""Stores that are elsewhere: S3, and others by fsspec; and which store a URL is of."""

from __future__ import annotations

import datetime
import functools
import http.client
import importlib
import itertools
import ssl
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ._block import Block, Row
from ._listing import quick, side_by_side
from ._recipe import PIECE, Recipe
from ._stored import Claim, Witness, claims, is_as_its_etag, no_md5
from ._stores import Changed, Failure, Files, Missed, Missing, Object, Page, Patience, Stop, Store

_Result = TypeVar("_Result")
# A session of botocore makes one client at a time.
_LOCK = threading.RLock()
_forgotten = 0.0
# Seconds until a store that nobody has heard of yet counts as gone.
_GREETING = 3


class S3(Store):
    """S3, by botocore, with its configuration and credentials. Its retries are off: ours cover the reading, too."""

    scheme = "s3://"
    _AGAIN = frozenset({"SlowDown", "RequestTimeout", "Throttling", "ThrottlingException", "TooManyRequests"})
    _CREDENTIALS = frozenset(
        {"ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken"}
        | {"InvalidAccessKeyId", "SignatureDoesNotMatch", "RequestTimeTooSkewed"}
    )

    def __init__(self, url: str, patience: Patience) -> None:
        super().__init__(url, patience)
        # What the store has said of objects that are being read.
        self._said: dict[bytes, list[Claim]] = {}

    def _client(self) -> Any:
        _wait(self.rate)
        with _LOCK:
            return _s3_client(self.patience.timeout)

    def greet(self) -> None:
        from botocore import exceptions

        try:
            endpoint = self._client().meta.endpoint_url
            if _session().get_credentials() is None:
                raise exceptions.NoCredentialsError
        except exceptions.BotoCoreError as error:
            raise self.judge(error) or error from error
        url = urllib.parse.urlsplit(endpoint)
        by_proxy = url.scheme in urllib.request.getproxies() and not urllib.request.proxy_bypass(url.hostname or "")
        if url.hostname is None or by_proxy:
            return
        connect = http.client.HTTPConnection if url.scheme == "http" else http.client.HTTPSConnection
        connection = connect(url.hostname, url.port, timeout=_GREETING)
        try:
            # Whatever it answers: it is there.
            connection.request("HEAD", "/")
            connection.getresponse()
        except ssl.SSLError:
            # Certificates are botocore's business.
            pass
        except (OSError, http.client.HTTPException) as error:
            raise Stop(f"{self.url}: {endpoint} does not answer: {error}") from error
        finally:
            connection.close()

    def pages(self, stat: bool) -> Iterator[Page]:
        bucket, _, prefix = self.url.removeprefix(self.scheme).partition("/")
        below = prefix.rstrip("/") + "/" if prefix else ""
        listed = False
        for page in (
            side_by_side(self._sources(bucket, below), self.listers) if self.listers > 1 else self._listing(bucket, below)
        ):
            listed = listed or bool(page)
            yield page
        if not listed and prefix and not prefix.endswith("/"):
            key = f"{bucket}/{prefix}".encode()
            yield [
                this for page, _ in itertools.islice(self._answers(bucket, prefix), 1) for this in page[:1] if this.key == key
            ]

    def _listing(self, bucket: str, prefix: str) -> Iterator[Page]:
        return (objects for objects, _ in self._answers(bucket, prefix))

    def _sources(self, bucket: str, below: str) -> Iterator[Iterator[Page]]:
        """The listings of what is below a prefix and the next `/`, in the order of keys, with the objects between them."""
        for objects, prefixes in self._answers(bucket, below, Delimiter="/"):
            for prefix in prefixes:
                end = f"{bucket}/{prefix}".encode()
                before = list(itertools.takewhile(lambda this: this.key < end, objects))  # noqa: B023 - used at once
                del objects[: len(before)]
                yield iter([before])
                yield self._listing(bucket, prefix)
            yield iter([objects])

    def _answers(self, bucket: str, prefix: str, **options: str) -> Iterator[tuple[list[Object], list[str]]]:
        """Objects and prefixes, page by page."""
        arguments = {"Bucket": bucket, "Prefix": prefix, **options}
        above = bucket.encode() + b"/"
        while True:
            answer = self._or_stop(lambda: self._client().list_objects_v2(**arguments))
            objects = [one._replace(key=above + one.key) for one in answer["Quick"]]
            yield objects, [one["Prefix"] for one in answer.get("CommonPrefixes", ())]
            if not answer.get("IsTruncated"):
                return
            arguments["ContinuationToken"] = answer["NextContinuationToken"]

    def _or_stop(self, call: Callable[[], _Result]) -> _Result:
        try:
            return self.again(call)
        except Failure as failure:
            raise Stop(f"{self.url}: {failure}") from failure

    def open(self, this: Object, start: int, end: int | None) -> tuple[Object, Callable[[int], bytes], Callable[[], None]]:
        arguments = self._where(this)
        if end is not None:
            arguments["Range"] = f"bytes={start}-{end - 1}"
        answer = self._client().get_object(**arguments)
        size = int(answer["ContentRange"].rpartition("/")[2]) if "ContentRange" in answer else answer["ContentLength"]
        found = _of_answer(this.key, size, answer)
        body = answer["Body"]
        if end is None:
            self._said[this.key] = claims(answer)
        if this.size >= 0 and (size, found.etag) != (this.size, this.etag):
            body.close()
            raise Changed
        return found, body.read, body.close

    def now(self, key: bytes) -> Object:
        bucket, _, name = key.decode("utf-8", "surrogateescape").partition("/")
        try:
            answer = self._client().head_object(Bucket=bucket, Key=name)
        except importlib.import_module("botocore.exceptions").ClientError as error:
            if error.response.get("ResponseMetadata", {}).get("HTTPStatusCode") not in (400, 401, 403):
                raise
            # Why not, is only in an answer that has a body; and it may be read all the same.
            found, _, close = self.open(Object(key), 0, None)
            close()
            return found
        return _of_answer(key, answer["ContentLength"], answer)

    def whole(self, this: Object, most: int) -> tuple[Object, bytes | None]:
        small = None if self.check_stored else self._small(this)
        bucket = this.key.partition(b"/")[0]
        if small is not None and is_as_its_etag(bucket, this.etag, small[1]):
            return small
        # Damaged on its way, or its ETag is no MD5: botocore asks for checksums.
        read = self._compared(*super().whole(this, most), most)
        if small is None or read[1] is None or this.key in self.doubts:
            return read
        if read[1] == small[1]:
            no_md5[bucket] += 1
        elif not is_as_its_etag(bucket, this.etag, read[1]):
            # Two readings of a version differ, and its MD5, if it is one, is that of neither: a third one is to tell.
            third = self._compared(*super().whole(this, most), most)
            if third[1] not in (small[1], read[1]):
                raise Failure("three readings of the same version differ")
            return third
        return read

    def _compared(self, this: Object, data: bytes | None, most: int, again: bool = True) -> tuple[Object, bytes | None]:
        """An object that was read, with the stored checksums compared: once more if one is wrong, since it may be the way."""
        said = self._said.pop(this.key, [])
        if data is None:
            return this, data
        if not self.check_stored:
            # What costs no further request. Of an ETag nobody knows whether it is an MD5.
            said = [claim for claim in said if claim.function != "MD5" and not claim.parts]
        witness = Witness(said, self._parts(this, said))
        witness.update(data)
        doubt = witness.doubt()
        if doubt and again:
            return self._compared(*super().whole(this, most), most, again=False)
        if doubt or (doubt is not None and self.check_stored):
            self.doubts[this.key] = doubt
        return this, data

    def stream(self, this: Object, start: int, end: int, versions: list[str]) -> Iterator[bytes]:
        witness = None
        if self.check_stored and (start, end) == (0, this.size):
            said = self.again(lambda: claims(self._head(this)))
            witness = Witness(said, self._parts(this, said))
        for piece in super().stream(this, start, end, versions):
            if witness is not None:
                witness.update(piece)
            yield piece
        if witness is not None and (doubt := witness.doubt()) is not None:
            self.doubts[this.key] = doubt

    def _where(self, this: Object) -> dict[str, Any]:
        bucket, _, key = this.key.decode("utf-8", "surrogateescape").partition("/")
        return {"Bucket": bucket, "Key": key} | ({"IfMatch": f'"{this.etag}"'} if this.etag else {})

    def _head(self, this: Object, **options: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._client().head_object(**self._where(this), ChecksumMode="ENABLED", **options)
        return found

    def _parts(self, this: Object, said: list[Claim]) -> list[int]:
        """The sizes of the parts of an object's upload; none if the store does not say, or no claim needs them."""
        wanted = max((claim.parts for claim in said), default=0)
        if wanted <= 1:
            return [this.size] * wanted
        try:
            first = self.again(lambda: self._head(this, PartNumber=1))
            if first.get("PartsCount") != wanted:
                return []
            if wanted > 2 and len(sizes := self._sizes_together(this)) == wanted and sum(sizes) == this.size:
                return sizes
            with ThreadPoolExecutor(16) as pool:
                sizes = [first["ContentLength"], *pool.map(functools.partial(self._size_of_part, this), range(2, wanted + 1))]
        except Failure:
            return []  # if it has changed, reading it says so
        return sizes if sum(sizes) == this.size else []

    def _sizes_together(self, this: Object) -> list[int]:
        """By GetObjectAttributes, a thousand parts a request: of an upload with checksums, if the caller may ask for it."""
        where = self._where(this)
        where.pop("IfMatch", None)
        sizes: list[int] = []
        answer: dict[str, Any] = {"NextPartNumberMarker": 0, "IsTruncated": True}
        while answer.get("IsTruncated"):
            marker = answer["NextPartNumberMarker"]
            try:
                found = self._client().get_object_attributes(
                    **where, ObjectAttributes=["ObjectParts"], MaxParts=1000, PartNumberMarker=marker
                )
            except Exception:
                return []  # HEAD says more
            answer = found.get("ObjectParts", {})
            sizes += [part["Size"] for part in answer.get("Parts", ())]
            if answer.get("NextPartNumberMarker", marker) == marker:
                break
        return sizes

    def _size_of_part(self, this: Object, number: int) -> int:
        return int(self.again(lambda: self._head(this, PartNumber=number))["ContentLength"])

    def together(self, recipe: Recipe, keys: list[bytes], enough: int) -> tuple[Block | None, list[tuple[int, bool]], int]:
        """Takes the digests that the store has of whole objects, if it is trusted."""
        if not self.trust_stored:
            return super().together(recipe, keys, enough)

        def ask(key: bytes) -> Row | None:
            try:
                answer = self.again(lambda: self._head(Object(key)))
            except Failure:
                return None  # reading it says more
            for claim in claims(answer):
                if claim.function == recipe.tag and not claim.parts:
                    return (*_of_answer(key, answer["ContentLength"], answer), claim.value, True)
            return None

        with ThreadPoolExecutor(16) as pool:
            rows = list(pool.map(ask, keys))
        known = [row for row in rows if row is not None]
        left = [(number, False) for number, row in enumerate(rows) if row is None]
        return Block.of(known) if known else None, left, len(keys)

    def _small(self, this: Object) -> tuple[Object, bytes] | None:
        """A small object by `obstore`, for a fifth of what botocore costs. If anything is unusual, None: botocore says what."""
        if not this.etag or not 0 <= this.size <= PIECE:
            return None
        _wait(self.rate)
        bucket, _, key = this.key.decode("utf-8", "surrogateescape").partition("/")
        try:
            with _LOCK:
                store = _obstore(bucket, self.patience.timeout)
            if store is None:
                return None
            # If its name for the key were another one, the ETag would tell.
            answer = importlib.import_module("obstore").get(store, key, options={"if_match": f'"{this.etag}"'})
            data, meta = bytes(answer.bytes()), answer.meta
        except Exception:
            return None
        mtime = int(meta["last_modified"].timestamp()) * 10**9
        found = Object(this.key, len(data), mtime, (meta["e_tag"] or "").strip('"'), meta["version"] or "")
        return (found, data) if (found.size, found.etag) == (this.size, this.etag) else None

    def judge(self, error: Exception) -> Exception | None:
        from botocore import exceptions

        if isinstance(error, exceptions.ClientError):
            code = str(error.response.get("Error", {}).get("Code", ""))
            status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
            if code in self._CREDENTIALS:
                # Whoever renews them in a file, an environment or a service is asked anew.
                _forget_credentials()
                return Stop(f"the store refuses the credentials: {code}; renew them")
            if status == 412 or code in ("PreconditionFailed", "InvalidRange"):
                return Changed()
            if status >= 500 or status == 429 or code in self._AGAIN:
                return None
            kind = Missing if status == 404 else Failure
            return kind(f"{code}: {error.response.get('Error', {}).get('Message', '')}".rstrip(": "))
        if isinstance(
            error, (exceptions.NoCredentialsError, exceptions.CredentialRetrievalError, exceptions.TokenRetrievalError)
        ):
            _forget_credentials()
            return Missed(f"no credentials: {error}; set them as for the AWS CLI")
        transport = (exceptions.HTTPClientError, exceptions.IncompleteReadError, exceptions.ReadTimeoutError, OSError)
        if isinstance(error, (*transport, importlib.import_module("urllib3").exceptions.HTTPError)):
            return None
        # As of a profile that is not there.
        return Stop(str(error)) if isinstance(error, exceptions.BotoCoreError) else error


def _of_answer(key: bytes, size: int, answer: dict[str, Any]) -> Object:
    """What S3 says of an object with its bytes, or without them."""
    mtime = int(answer["LastModified"].timestamp()) * 10**9
    return Object(key, size, mtime, answer.get("ETag", "").strip('"'), answer.get("VersionId") or "")


@functools.cache
def _session() -> Any:
    return importlib.import_module("botocore.session").Session()


@functools.cache
def _s3_client(timeout: float) -> Any:
    from botocore.config import Config

    config = Config(
        retries={"total_max_attempts": 1},
        # Otherwise a pre-signed URL would have the older signature, which does not tell the region.
        signature_version="s3v4",
        connect_timeout=timeout,
        read_timeout=timeout,
        max_pool_connections=16,
        response_checksum_validation="when_required",
    )
    client = _session().create_client("s3", config=config)
    # `_stored` compares: botocore would read a wrong object for ever, and knows CRC64NVME only by another package.
    client.meta.events.register("before-parse.s3.ListObjectsV2", quick)
    client.meta.events.register("before-sign.s3.GetObject", _ask_for_checksums)
    return client


def _ask_for_checksums(request: Any, **_: Any) -> None:
    request.headers["x-amz-checksum-mode"] = "ENABLED"


_turns = threading.Lock()
_turn = 0.0


def _wait(rate: float) -> None:
    """Until this process may send its next request, at so many a second."""
    global _turn
    if not rate:
        return
    with _turns:
        _turn = max(_turn, time.monotonic() - 1 / rate) + 1 / rate
        pause = _turn - time.monotonic()
    time.sleep(max(pause, 0.0))


@functools.cache
def _obstore(bucket: str, timeout: float) -> Any:
    """A store of `obstore` as botocore is configured; None if it is not installed, or cannot be configured so."""
    try:
        stores = importlib.import_module("obstore.store")
    except ImportError:
        return None
    # Where botocore would send a request, and for which region it would sign it.
    signed = _s3_client(timeout).generate_presigned_url("get_object", {"Bucket": bucket, "Key": "key"})
    url = urllib.parse.urlsplit(signed)
    query = dict(urllib.parse.parse_qsl(url.query))
    if query.get("X-Amz-Algorithm") != "AWS4-HMAC-SHA256" or url.path not in (f"/{bucket}/key", "/key"):
        return None
    if url.scheme == "https" and _session().get_config_variable("ca_bundle"):
        return None

    found = _session().get_credentials()

    def credentials() -> dict[str, Any]:
        now = datetime.datetime.now(datetime.UTC)
        frozen = found.get_frozen_credentials()
        both = {"access_key_id": frozen.access_key, "secret_access_key": frozen.secret_key, "token": frozen.token}
        # botocore renews them; it is asked every few minutes.
        return both | {"expires_at": now + datetime.timedelta(minutes=6)}

    return stores.S3Store(
        bucket,
        endpoint=f"{url.scheme}://{url.netloc}",
        region=query["X-Amz-Credential"].split("/")[-3],
        virtual_hosted_style_request=url.path == "/key",
        credential_provider=credentials,
        client_options={
            "allow_http": True,
            "connect_timeout": datetime.timedelta(seconds=timeout),
            "read_timeout": datetime.timedelta(seconds=timeout),
            "timeout": datetime.timedelta(seconds=4 * timeout),
        },
        retry_config={"max_retries": 0},
    )


def _forget_credentials() -> None:
    global _forgotten
    with _LOCK:
        # Not for each of the reads that fail together: a client takes a third of a second.
        if time.monotonic() < _forgotten + 1:
            return
        _forgotten = time.monotonic()
        for cached in (_session, _s3_client, _obstore):
            cached.cache_clear()


class Other(Store):
    """What else fsspec opens (`gs:`, `az:`, …). Not tested. It has no If-Match: what it says before and after is compared."""

    def __init__(self, url: str, patience: Patience) -> None:
        super().__init__(url, patience)
        self.scheme = url.partition("://")[0] + "://"
        try:
            importlib.import_module("fsspec").get_filesystem_class(self.scheme[:-3])
        except (ImportError, ValueError) as error:
            raise ValueError(f"{url}: {error}") from error

    def _system(self) -> Any:
        return importlib.import_module("fsspec").filesystem(self.scheme[:-3])

    def pages(self, stat: bool) -> Iterator[Page]:
        # In the order of keys, not directory by directory: "a.txt" comes before what is in "a/".
        stack: list[Iterator[tuple[str | None, dict[str, Any] | None]]] = [iter([(self.url.removeprefix(self.scheme), None)])]
        while stack:
            path, information = next(stack[-1], (None, None))
            if path is None:
                stack.pop()
            elif information is None or information["type"] == "directory":
                listed = self._or_stop(path)
                named = [(one["name"] + "/" * (one["type"] == "directory"), one) for one in listed]
                stack.append(iter(sorted(named, key=lambda pair: str(pair[0]).encode())))
            else:
                yield [self._object(path.encode(), information)]

    def _or_stop(self, path: str) -> list[dict[str, Any]]:
        try:
            return self.again(lambda: self._system().ls(path.rstrip("/"), detail=True, refresh=True))
        except Failure as failure:
            raise Stop(f"{self.scheme}{path}: {failure}") from failure

    def _object(self, key: bytes, one: dict[str, Any]) -> Object:
        when = next((one[name] for name in ("mtime", "LastModified", "last_modified", "updated") if one.get(name)), 0)
        seconds = when.timestamp() if hasattr(when, "timestamp") else float(when) if isinstance(when, (int, float)) else 0
        return Object(key, one["size"], int(seconds) * 10**9, str(one.get("etag") or one.get("ETag") or "").strip('"'))

    def now(self, key: bytes) -> Object:
        return self._object(key, self._system().info(key.decode(), refresh=True))

    def open(self, this: Object, start: int, end: int | None) -> tuple[Object, Callable[[int], bytes], Callable[[], None]]:
        path = this.key.decode()

        found = self.now(this.key)
        if this.size >= 0 and found != this._replace(version=""):
            raise Changed
        file = self._system().open(path, "rb", cache_type="readahead", block_size=PIECE)
        file.seek(start)

        def close() -> None:
            file.close()
            if self.now(this.key) != found:
                raise Changed

        return found, file.read, close

    def judge(self, error: Exception) -> Exception | None:
        if isinstance(error, FileNotFoundError):
            return Missing(str(error))
        if isinstance(error, (PermissionError, IsADirectoryError)):
            return Failure(str(error))
        # Each of these packages has errors of its own, which are no OSError.
        return (
            error
            if isinstance(error, (ArithmeticError, AttributeError, ImportError, LookupError, NameError, TypeError))
            else None
        )


def store_of(url: str, patience: Patience) -> Store:
    """The store of a URL, or of a path."""
    scheme, separator, rest = url.partition("://")
    if url.startswith("file:"):
        return Files("/" + rest.lstrip("/") if separator else url.removeprefix("file:"), patience)
    if not separator:
        return Files(url, patience)
    return S3(url, patience) if scheme == "s3" else Other(url, patience)
