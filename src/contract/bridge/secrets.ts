/** Access to secrets that windows have only references to. */
import { z } from 'zod';
import { call } from '../definitions';
import { envName } from '../env-line';
import { secretReference } from '../service/models/secret';

const reference = z.strictObject({ ref: z.string().max(100) });

/** An environment file that the user chose. */
const envFile = z.strictObject({
  id: z.string(),
  path: z.string(),
  exists: z.boolean(),
  /** Null if that is unknown, as outside of a repository. */
  ignoredByGit: z.boolean().nullable(),
});
export type EnvFile = z.output<typeof envFile>;

/** Variables with references to their values. */
const envEntries = z
  .array(z.strictObject({ name: z.string().max(200).regex(envName), ref: z.string().max(100) }))
  .min(1)
  .max(10);
export type EnvEntries = z.output<typeof envEntries>;

const envFileRequest = z.strictObject({
  fileId: z.string().max(100),
  entries: envEntries,
  /** Whether variables that the file already assigns get the new values. */
  replace: z.boolean(),
});
export type EnvFileRequest = z.output<typeof envFileRequest>;

const envFileOutcome = z.discriminatedUnion('outcome', [
  /** `isPrivate` if other users of the computer can't read the file. */
  z.strictObject({ outcome: z.literal('saved'), isPrivate: z.boolean() }),
  /** Nothing was changed, because the file already assigns these variables. */
  z.strictObject({ outcome: z.literal('already-assigned'), names: z.array(z.string()) }),
]);
export type EnvFileOutcome = z.output<typeof envFileOutcome>;

export const secrets = {
  /** Keeps a text that the user typed, so that the window can send it several times without having it. Expires after 15 minutes. */
  keep: call(z.strictObject({ connectionId: z.string().max(64), text: z.string().min(1).max(500) }), secretReference),
  /** Copies a secret to the system clipboard, which is cleared after 30 s if it still contains the secret. */
  copy: call(reference, z.null()),
  /** Copies secrets as lines of an environment file, like `copy`. */
  copyLines: call(z.strictObject({ entries: envEntries }), z.null()),
  /** Returns a secret, to be shown temporarily. */
  reveal: call(reference, z.strictObject({ text: z.string() })),
  /** Keeps a reference from expiring, until it is released, its window is closed, or its connection is removed. */
  hold: call(reference, z.null()),
  /** Lets a reference expire 15 minutes after it was created, which may be at once. */
  release: call(reference, z.null()),
  /** Lets the user choose an environment file in a dialog of the host; null if the user cancels. Throws `not-allowed` in the browser host. */
  chooseEnvFile: call(z.strictObject({}), z.strictObject({ file: envFile.nullable() })),
  /** Adds variables to the file that the window chose last, and makes it readable by its owner only. Other lines stay as they are. */
  saveToEnvFile: call(envFileRequest, envFileOutcome),
};
