/** Export and import of connections with their keys, sealed with a passphrase. No call returns a key. */
import { z } from 'zod';
import { call } from '../definitions';
import { errorReport } from '../error-report';
import { maxSealedLength, passphraseLength } from '../sealed-format';
import { environment } from './connection-choices';
import { storedKey } from './connections';
import { safetyLevel } from './safety';
import { skippedEntry, skipReason } from './skipped-entry';

/** A connection in a file that was opened, and why it would not be added; null if it would. */
const previewEntry = z.strictObject({
  index: z.int(),
  name: z.string().nullable(),
  /** Null for an invalid entry. */
  connection: z
    .strictObject({
      baseUrl: z.string(),
      projectId: z.string(),
      environment,
      safety: safetyLevel,
      keys: z.strictObject({ client: storedKey, server: storedKey, admin: storedKey }),
    })
    .nullable(),
  skip: skipReason.nullable(),
});
export type PreviewEntry = z.output<typeof previewEntry>;

const passphrase = z.string().max(passphraseLength.max);
const text = z.string().max(maxSealedLength);
const fileId = z.string().max(100);
const preview = z.array(previewEntry);

const exported = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('canceled') }),
  /** Written to a file that the user chose. */
  z.strictObject({
    outcome: z.literal('saved'),
    path: z.string(),

    count: z.int(),
    withoutKeys: z.array(z.string()),
  }),
  /** For a page in a browser, which downloads it. */
  z.strictObject({ outcome: z.literal('sealed'), text: z.string(), count: z.int(), withoutKeys: z.array(z.string()) }),
]);
export type SealedExport = z.output<typeof exported>;

const imported = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('done'), added: z.array(z.string()), skipped: z.array(skippedEntry) }),
  /** A connection couldn't be stored. Those before it were added as a whole, the others not at all; `preview` has what is left. */
  z.strictObject({ outcome: z.literal('failed'), added: z.array(z.string()), name: z.string(), error: errorReport, preview }),
]);
export type SealedImport = z.output<typeof imported>;

export const sealedConnections = {
  /**
   * Seals all `project` connections with their keys. The user chooses the file in a dialog of the host or, in the browser host, confirms
   * outside the page. `withoutKeys` are the names of connections whose keys the keychain no longer has. Throws `passphrase-too-short`,
   * `not-confirmed`, `file-not-writable`, `import-too-large`, and the codes of the keychain.
   */
  save: call(z.strictObject({ passphrase }), exported),
  /** Throws what `open` would throw with any passphrase: `import-unreadable`, `import-damaged`, `import-newer`, or `sealed-too-costly`. */
  check: call(z.strictObject({ text }), z.null()),
  /**
   * Opens a file and returns what it contains, without keys. The main process keeps it for 15 minutes, one for each window. Throws
   * `passphrase-wrong`.
   */
  open: call(z.strictObject({ text, passphrase }), z.strictObject({ fileId, preview })),
  /** Adds the connections of the opened file, each with its keys or not at all. Throws `secret-expired`. */
  add: call(z.strictObject({ fileId, allowPlainHttp: z.boolean() }), imported),
  /** Forgets the opened file. */
  close: call(z.strictObject({ fileId }), z.null()),
};
