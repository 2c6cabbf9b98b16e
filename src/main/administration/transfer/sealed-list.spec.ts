import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { looksSealed, maxSealedLength } from '#contract/sealed-format.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { deriveKey, isTooCostly, newDerivation, writtenCosts } from '../../sealing/passphrase-key';
import { parseSealed, seal, unseal } from './sealed-list';

const cheap = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
const passphrase = 'correct horse battery';
const secret = 'ssk_0000000000000000000000000000000000000000000abc';

const sealed = (text = secret) => seal(text, passphrase, randomBytes, cheap);
const open = (text: string, own = passphrase) => Promise.resolve().then(() => unseal(parseSealed(text, [cheap]), own));

function codeOf(text: string): string | null {
  try {
    parseSealed(text, [cheap]);
    return null;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.code;
    throw thrown;
  }
}

type Json = Record<string, unknown> & { kdf: Record<string, unknown>; cipher: Record<string, unknown>; content: string };

/** A file with a change, and with a checksum that fits if `isForged`: as someone who knows the format would write it. */
async function changed(change: (file: Json) => unknown, isForged = false): Promise<string> {
  const file = JSON.parse(await sealed()) as Json;
  change(file);
  return JSON.stringify(isForged ? forged(file) : file);
}

function forged(file: Json): Json {
  const { format, version, kdf, cipher, content } = file;
  const { name, cost, blockSize, parallelization, salt } = kdf;
  const header = JSON.stringify([format, version, name, cost, blockSize, parallelization, salt, cipher.name, cipher.nonce]);
  return {
    ...file,
    checksum: createHash('sha256')
      .update(header)
      .update(content ?? '')
      .digest('base64'),
  };
}

/** Flips one bit of a text in base64, at a position between 0 and 1. */
function flipped(base64: unknown, at: number): string {
  const bytes = Buffer.from(String(base64), 'base64');
  const position = Math.min(bytes.length - 1, Math.floor(bytes.length * at));
  bytes[position] = (bytes[position] ?? 0) ^ 1;
  return bytes.toString('base64');
}

describe('a sealed text', () => {
  test.each(['', 'a', secret, '{"name":"متجر 🔑"}', 'x'.repeat(1_000_000)])('%# is opened with its passphrase', async (text) => {
    expect(await open(await sealed(text))).toBe(text);
  });

  test('contains neither the text nor the passphrase, and differs each time', async () => {
    const [one, other] = [JSON.parse(await sealed()), JSON.parse(await sealed())];
    const all = JSON.stringify(one) + Buffer.from(one.content, 'base64').toString('latin1');
    expect(all).not.toContain('ssk_');
    expect(all).not.toContain('horse');
    expect([one.kdf.salt, one.cipher.nonce, one.content]).not.toContain(other.kdf.salt);
    expect(one.cipher.nonce).not.toBe(other.cipher.nonce);
    expect(one.content).not.toBe(other.content);
  });

  test('says how it is sealed, and is recognized', async () => {
    const text = await sealed();
    expect(JSON.parse(text)).toMatchObject({
      format: 'latchkey/sealed-connections',
      version: 1,
      kdf: { name: 'scrypt', cost: 1024, blockSize: 8, parallelization: 1 },
      cipher: { name: 'aes-256-gcm' },
    });
    expect(looksSealed(text)).toBe(true);
    expect(looksSealed(JSON.stringify(JSON.parse(text)))).toBe(true);
    expect(looksSealed('{"format":"latchkey/connections-export"}')).toBe(false);
  });

  test('is opened whatever the order of its fields and its line breaks', async () => {
    const file = JSON.parse(await sealed()) as Json;
    const reversed = Object.fromEntries(Object.entries(file).toReversed());
    expect(await open(`\r\n${JSON.stringify(reversed)}\r\n`)).toBe(secret);
  });

  test('is opened with a passphrase that another system encodes differently', async () => {
    const text = await seal(secret, 'Zürich, Café №1'.normalize('NFC'), randomBytes, cheap);
    expect(await open(text, 'Zürich, Café №1'.normalize('NFD'))).toBe(secret);
  });

  test.each(['', 'correct horse batterY', ' correct horse battery', 'x'.repeat(1000)])('isn’t opened with %j', async (own) =>
    expect(await reportOf(open(await sealed(), own))).toEqual({ code: 'passphrase-wrong' }),
  );

  test('that would be too long isn’t created', async () => {
    expect(await reportOf(sealed('x'.repeat(maxSealedLength)))).toEqual({ code: 'import-too-large' });
  });
});

describe('a changed file', () => {
  const changes: [string, (file: Json) => unknown][] = [
    ['the first byte of its content', (file) => Object.assign(file, { content: flipped(file.content, 0) })],
    ['the middle of its content', (file) => Object.assign(file, { content: flipped(file.content, 0.4) })],
    ['the tag', (file) => Object.assign(file, { content: flipped(file.content, 0.8) })],
    ['the last byte of the tag', (file) => Object.assign(file, { content: flipped(file.content, 1) })],
    ['the salt', (file) => Object.assign(file.kdf, { salt: flipped(file.kdf.salt, 0.5) })],
    ['the nonce', (file) => Object.assign(file.cipher, { nonce: flipped(file.cipher.nonce, 0.5) })],
    ['no more than the tag', (file) => Object.assign(file, { content: file.content.slice(-24) })],
  ];
  test.each(changes)('at %s is damaged', async (_what, change) => {
    expect(codeOf(await changed(change))).toBe('import-damaged');
  });
  test.each(changes)('at %s on purpose is opened with no passphrase', async (_what, change) => {
    expect(await reportOf(open(await changed(change, true)))).toEqual({ code: 'passphrase-wrong' });
  });

  test.each<[string, (file: Json) => unknown]>([
    ['its checksum', (file) => Object.assign(file, { checksum: flipped(file.checksum, 0.5) })],
    ['a missing checksum', (file) => Reflect.deleteProperty(file, 'checksum')],
    ['missing content', (file) => Reflect.deleteProperty(file, 'content')],
    ['a missing salt', (file) => Reflect.deleteProperty(file.kdf, 'salt')],
    ['another field', (file) => Object.assign(file, { keys: [] })],
    ['another field of the header', (file) => Object.assign(file.kdf, { more: 1 })],
    ['another function', (file) => Object.assign(file.kdf, { name: 'pbkdf2' })],
    ['another cipher', (file) => Object.assign(file.cipher, { name: 'none' })],
    ['a salt of another length', (file) => Object.assign(file.kdf, { salt: 'AAAA' })],
    ['a nonce of another length', (file) => Object.assign(file.cipher, { nonce: 'AAAA' })],
    ['content that is shorter than a tag', (file) => Object.assign(file, { content: 'AAAA' })],
    [
      'content with other characters',
      (file) => Object.assign(file, { content: `${file.content.slice(0, -4)}\n${file.content.slice(-4)}` }),
    ],
    ['a cost that is a text', (file) => Object.assign(file.kdf, { cost: '1024' })],
    ['a cost that is no power of two', (file) => Object.assign(file.kdf, { cost: 1000 })],
    ['a negative cost', (file) => Object.assign(file.kdf, { cost: -1024 })],
    ['a fraction', (file) => Object.assign(file.kdf, { blockSize: 1.5 })],
    ['no block size', (file) => Object.assign(file.kdf, { blockSize: 0 })],
    ['version 0', (file) => Object.assign(file, { version: 0 })],
  ])('with %s is damaged, also on purpose', async (_what, change) => {
    expect(codeOf(await changed(change))).toBe('import-damaged');
    if (!_what.includes('checksum')) expect(codeOf(await changed(change, true))).toBe('import-damaged');
  });

  test.each([{ cost: 2048 }, { cost: 512 }, { cost: 2 }, { blockSize: 4 }, { blockSize: 16 }, { parallelization: 2 }, { cost: 2 ** 17 }])(
    'with parameters that no version has written is damaged, also on purpose: %j',
    async (kdf) => {
      for (const isForged of [false, true]) {
        expect(codeOf(await changed((file) => Object.assign(file.kdf, kdf), isForged))).toBe('import-damaged');
      }
    },
  );

  test.each<[string, object]>([
    ['256 MiB and twice the block size', { cost: 2 ** 18, blockSize: 16 }],
    ['much memory for each of few blocks', { cost: 2, blockSize: 2 ** 20, parallelization: 4 }],
    ['256 MiB and one block more', { cost: 2 ** 18, blockSize: 8, parallelization: 1 }],
    ['a huge cost', { cost: 2 ** 50 }],
    ['a huge block size', { blockSize: 2 ** 50 }],
    ['a huge parallelization', { parallelization: 2 ** 30 }],
    ['a little more parallelization than allowed', { parallelization: 5 }],
  ])('that requires %s is rejected before a key is derived', async (_what, kdf) => {
    expect(codeOf(await changed((file) => Object.assign(file.kdf, kdf), true))).toBe('sealed-too-costly');
  });

  test('from a newer version says so, whatever it contains', async () => {
    expect(codeOf(await changed((file) => Object.assign(file, { version: 2, kdf: { name: 'argon2' } })))).toBe('import-newer');
  });

  test.each([0.3, 0.6, 0.99])('that is cut off at %s of its length is damaged', async (part) => {
    const text = await sealed();
    expect(codeOf(text.slice(0, Math.floor((text.length - 2) * part)))).toBe('import-damaged');
  });
});

test('the parameters of a new file are the only ones that are allowed', async () => {
  const text = await seal(secret, passphrase, randomBytes);
  expect(parseSealed(text).kdf).toMatchObject({ cost: 2 ** 17, blockSize: 8, parallelization: 1 });
  expect(writtenCosts).toEqual([{ cost: 2 ** 17, blockSize: 8, parallelization: 1 }]);
});

test('parameters that scrypt doesn’t accept fail with a code', async () => {
  const derivation = newDerivation(randomBytes, { cost: 2 ** 17, blockSize: 1, parallelization: 1 });
  expect(await reportOf(deriveKey(passphrase, derivation))).toEqual({ code: 'sealed-too-costly' });
});

test.each([
  { cost: 2 ** 17, blockSize: 8, parallelization: 4 },
  { cost: 2 ** 10, blockSize: 2 ** 10, parallelization: 4 },
  { cost: 2, blockSize: 2 ** 16, parallelization: 1 },
])('no more memory is allowed than is counted: %j', async (cost) => {
  // Node refuses to use more than its option says.
  expect(isTooCostly(cost)).toBe(false);
  expect((await deriveKey(passphrase, newDerivation(randomBytes, cost))).bytes).toHaveLength(32);
});

test.each([
  '',
  ' ',
  'null',
  '[]',
  '7',
  '{}',
  '{"format":"latchkey/connections-export","version":1,"connections":[]}',
  '{"version":1}',
  '<!doctype html>',
  '\0\0\0',
  '['.repeat(200_000),
  '{"__proto__":{"format":"latchkey/sealed-connections","version":1}}',
])('another file is not a list of connections: %#', (text) => expect(codeOf(text)).toBe('import-unreadable'));
