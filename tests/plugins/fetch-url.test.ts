import type { LookupAddress } from "node:dns";
import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { publicAddresses } from "../../plugins/web/lib/addresses.ts";
import { fetchPage } from "../../plugins/web/lib/fetch.ts";
import type { Resolve } from "../../plugins/web/lib/request.ts";
import { readSettings } from "../../plugins/web/lib/settings.ts";
import fetch_url from "../../plugins/web/tools/fetch_url.ts";
import { callTool } from "../../core/testing/index.ts";

/** A server on a port of its own; counts what reaches it. */
async function serve(listener: RequestListener): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, hits };
}

const page =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(body);
  };

async function read(url: string, settings: object, args: object = {}) {
  return (await callTool(fetch_url, { url, ...args }, { settings: { ...settings } })).result;
}

const allowing = (port: number): object => ({ allow_hosts: [`127.0.0.1:${port}`] });

const answers = (...lists: LookupAddress[][]): { resolve: Resolve; asked: () => number } => {
  let asked = 0;
  return {
    resolve: (_name, done) => done(null, lists[Math.min(asked++, lists.length - 1)] ?? []),
    asked: () => asked,
  };
};

describe("which addresses are public", () => {
  const isPublic = publicAddresses();
  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "fe80::1",
    "fc00::1",
    "fd12:3456::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "fec0::1",
    "localhost",
    "",
    "1.2.3",
    "8.8.8.8.",
  ])("%s is not", (address) => {
    expect(isPublic(address)).toBe(false);
  });

  test.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "2606:4700:4700::1111",
    "2a00:1450:4001::1",
  ])("%s is", (address) => {
    expect(isPublic(address)).toBe(true);
  });
});

describe("what is not to be reached is not", () => {
  test.each([
    "http://127.0.0.1:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST.:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://0:PORT/",
    "http://[::1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://１２７.0.0.1:PORT/",
    "http://①②⑦.0.0.1:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "https://127.0.0.1:PORT/",
    "http://user:pass@127.0.0.1:PORT/",
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "data:text/plain,hi",
    "javascript:1",
    "gopher://127.0.0.1:PORT/",
    "//127.0.0.1:PORT/",
    "127.0.0.1:PORT",
    "http://",
    "not a url",
  ])("%s", async (address) => {
    const { port, hits } = await serve(page("secret"));
    const result = await read(address.replace("PORT", String(port)), { timeout_seconds: 5 });
    expect(result).toMatchObject({ status: "error" });
    expect(result.message).not.toContain("secret");
    expect(hits).toEqual([]);
  });

  test("a port or a host that is not the allowed one", async () => {
    const { port, hits } = await serve(page("secret"));
    for (const allow_hosts of [
      [`127.0.0.1:${port + 1}`],
      ["localhost"],
      ["127.0.0.2"],
      ["127.0.0"],
    ]) {
      expect(await read(`http://127.0.0.1:${port}/`, { allow_hosts })).toMatchObject({
        status: "error",
      });
    }
    expect(hits).toEqual([]);
  });

  test.each([301, 302, 303, 307, 308])("by a redirect %i from an allowed host", async (status) => {
    const inside = await serve(page("secret"));
    const targets = [
      `http://127.0.0.1:${inside.port}/`,
      `http://localhost:${inside.port}/`,
      `//[::1]:${inside.port}/`,
      "file:///etc/passwd",
      `http://u:p@127.0.0.1:${inside.port}/`,
    ];
    for (const location of targets) {
      const outside = await serve((_request, response) =>
        response.writeHead(status, { location }).end(),
      );
      const result = await read(`http://127.0.0.1:${outside.port}/`, allowing(outside.port));
      expect(result).toMatchObject({ status: "error" });
      expect(outside.hits).toHaveLength(1);
    }
    expect(inside.hits).toEqual([]);
  });

  test("by a name that resolves to an address of this machine, the second time it is asked too", async () => {
    const { port, hits } = await serve(page("secret"));
    const settings = readSettings({ timeout_seconds: 5 });
    const signal = new AbortController().signal;
    const here = { address: "127.0.0.1", family: 4 };
    const mapped = { address: "::ffff:127.0.0.1", family: 6 };
    for (const list of [[here], [mapped], [{ address: "10.0.0.1", family: 4 }, here], []]) {
      const { resolve } = answers(list);
      await expect(
        fetchPage(`http://rebind.example:${port}/`, { settings, signal, resolve }),
      ).rejects.toThrow(/not read/);
    }
    // The address that was checked is the one that is used: a name is asked once for each hop.
    const { resolve, asked } = answers([{ address: "203.0.113.9", family: 4 }], [here]);
    await expect(
      fetchPage(`http://rebind.example:${port}/`, { settings, signal, resolve }),
    ).rejects.toThrow(/rebind\.example/);
    expect(asked()).toBe(1);
    expect(hits).toEqual([]);
  });
});

describe("fetch_url", () => {
  test("gives the text of a page, with its title and its links", async () => {
    const html = `<html><head><title>A &amp; B</title><style>x{}</style><script>evil()</script></head><body><nav>menu</nav>
<h1>Head</h1><p>One <b>two</b>&nbsp;<a href="/x">there</a>.</p><ul><li>a<li>b</ul><img src="x.png" alt="pic"></body></html>`;
    const { port } = await serve(page(html));
    const { status, message } = await read(`http://127.0.0.1:${port}/p`, allowing(port));
    expect(status).toBe("ok");
    expect(message).toContain(`http://127.0.0.1:${port}/p (text/html)\nTitle: A & B\n`);
    expect(message).toContain("Head");
    expect(message).toMatch(/One two\s+there \[\/x\]\./u);
    expect(message).toMatch(/\* a\n \* b/);
    expect(message).not.toMatch(/evil|menu|x\{\}|x\.png/);
  });

  test("follows redirects, so many and no more, and says where it ended", async () => {
    const { port, hits } = await serve((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else page("<p>arrived</p>")(request, response);
    });
    const ok = await read(`http://127.0.0.1:${port}/5`, allowing(port));
    expect(ok.message).toMatch(new RegExp(`^http://127.0.0.1:${port}/0 `));
    expect(hits).toHaveLength(6);
    const more = await read(`http://127.0.0.1:${port}/6`, allowing(port));
    expect(more).toMatchObject({
      status: "error",
      message: expect.stringMatching(/more than 5 times/),
    });
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ])("unpacks %s, up to the limit", async (encoding, pack) => {
    const small = await serve(page(pack("<p>small</p>"), { "content-encoding": encoding }));
    expect((await read(`http://127.0.0.1:${small.port}/`, allowing(small.port))).message).toContain(
      "small",
    );
    const bomb = pack(Buffer.alloc(50_000_000, "x"));
    const large = await serve(
      page(bomb, { "content-encoding": encoding, "content-type": "text/plain" }),
    );
    const result = await read(`http://127.0.0.1:${large.port}/`, {
      ...allowing(large.port),
      max_bytes: 10_000,
    });
    expect(result.status).toBe("ok");
    expect(result.message).toContain("Only its first 10000 bytes were read.");
    expect(result.message.length).toBeLessThan(25_000);
  });

  test("a long text comes in parts", async () => {
    const { port } = await serve(page("0123456789".repeat(100), { "content-type": "text/plain" }));
    const settings = { ...allowing(port), max_chars: 300 };
    const first = await read(`http://127.0.0.1:${port}/`, settings);
    expect(first.message).toContain("[300 of 1000 characters; read on with `from` 300]");
    const last = await read(`http://127.0.0.1:${port}/`, settings, { from: 900 });
    expect(last.message).toMatch(/\n\n(?:0123456789){10}$/);
  });

  test("what never ends is cut, what never comes is given up", async () => {
    const endless = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    });
    const cut = await read(`http://127.0.0.1:${endless.port}/`, {
      ...allowing(endless.port),
      max_bytes: 50_000,
    });
    expect(cut.message).toContain("Only its first 50000 bytes");
    const silent = await serve(() => {});
    const slow = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.write("a");
    });
    for (const { port } of [silent, slow]) {
      const result = await read(`http://127.0.0.1:${port}/`, {
        ...allowing(port),
        timeout_seconds: 0.5,
      });
      expect(result).toMatchObject({
        status: "error",
        message: expect.stringMatching(/longer than 0\.5 seconds/),
      });
    }
  });

  test("a stopped turn stops the request", async () => {
    const { port } = await serve(() => {});
    const { result } = await callTool(
      fetch_url,
      { url: `http://127.0.0.1:${port}/` },
      { settings: { allow_hosts: [`127.0.0.1:${port}`] }, stopAfter: 200 },
    );
    expect(result.status).toBe("cancelled");
  });

  test.each([
    [
      "latin1 by the header",
      Buffer.from("<p>M\xfcll</p>", "latin1"),
      "text/html; charset=iso-8859-1",
      "Müll",
    ],
    [
      "latin1 by the page",
      Buffer.from('<meta charset="windows-1252"><p>M\xfcll', "latin1"),
      "text/html",
      "Müll",
    ],
    ["an unknown encoding", Buffer.from("<p>Müll"), "text/html; charset=nonsense", "Müll"],
    ["JSON", Buffer.from('{"a":1}'), "application/problem+json", '{"a":1}'],
    ["no type", Buffer.from("plain"), "", "plain"],
  ])("reads %s", async (_what, body, type, expected) => {
    const { port } = await serve(page(body, { "content-type": type }));
    const { status, message } = await read(`http://127.0.0.1:${port}/`, allowing(port));
    expect([status, message.includes(expected)]).toEqual(["ok", true]);
  });

  test("what is no text, and a status of 400 and more, are errors", async () => {
    const image = await serve(page(Buffer.from([0, 1]), { "content-type": "image/png" }));
    expect((await read(`http://127.0.0.1:${image.port}/`, allowing(image.port))).message).toMatch(
      /no text but image\/png/,
    );
    const missing = await serve(page("<p>nobody home</p>", {}, 404));
    const result = await read(`http://127.0.0.1:${missing.port}/`, allowing(missing.port));
    expect(result).toMatchObject({
      status: "error",
      message: expect.stringMatching(/status 404\.\nnobody home/),
    });
  });

  test("a page that is nested deep, or broken, does no harm", async () => {
    const started = performance.now();
    for (const html of [
      "<div>".repeat(100_000),
      "<table><tr><td>".repeat(5_000),
      "<a href='".repeat(50_000),
      "<p".repeat(100_000),
    ]) {
      const { port } = await serve(page(html));
      expect(["ok", "error"]).toContain(
        (await read(`http://127.0.0.1:${port}/`, allowing(port))).status,
      );
    }
    expect(performance.now() - started).toBeLessThan(25_000);
  });
});
