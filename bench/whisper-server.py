"""
A real Whisper behind OpenAI's transcription endpoint on loopback, for measuring the dialect of
src/engines/recognition/openai:

  pip install faster-whisper
  python bench/whisper-server.py FOLDER [PORT]

FOLDER holds a CTranslate2 model of Whisper: model.bin, config.json, tokenizer.json and
vocabulary.txt. Prints the address when it is ready. The answers have the fields of OpenAI's
detailed JSON, and the probability of each word as faster-whisper measures it.
"""

import io
import json
import sys
import threading
from dataclasses import asdict
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from faster_whisper import WhisperModel

model = WhisperModel(sys.argv[1], device="cpu", compute_type="int8", cpu_threads=1)
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
# The model uses one core, so a second request at the same time would only slow down the first.
lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.path.endswith("/audio/transcriptions"):
            return self.answer(404, {"error": {"message": "Unknown path."}})
        fields = self.fields_of(body)
        with lock:
            transcription = transcribe(fields)
        if fields["response_format"][0] == b"json":
            transcription = {"text": transcription["text"]}
        self.answer(200, transcription)

    def fields_of(self, body):
        head = f"Content-Type: {self.headers['Content-Type']}\r\n\r\n".encode()
        fields = {}
        for part in BytesParser(policy=HTTP).parsebytes(head + body).iter_parts():
            name = part.get_param("name", header="content-disposition")
            fields.setdefault(name, []).append(part.get_payload(decode=True))
        return fields

    def answer(self, status, answer):
        body = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def transcribe(fields):
    text = lambda name: fields[name][0].decode() if name in fields else None
    wants_words = b"word" in fields.get("timestamp_granularities[]", [])
    found, info = model.transcribe(
        io.BytesIO(fields["file"][0]),
        language=text("language"),
        initial_prompt=text("prompt"),
        word_timestamps=wants_words,
    )
    segments = [asdict(segment) for segment in found]
    words = [word for segment in segments for word in segment.pop("words") or []]
    return {
        "task": "transcribe",
        "language": info.language,
        "duration": info.duration,
        "text": "".join(segment["text"] for segment in segments).strip(),
        "segments": segments,
        **({"words": words} if wants_words else {}),
    }


server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
print(f"ready on http://127.0.0.1:{server.server_address[1]}/v1", flush=True)
server.serve_forever()
