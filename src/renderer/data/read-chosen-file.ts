import type { ErrorCode } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';

/** The part of a file that is needed here. */
export type ChosenFile = Pick<File, 'size' | 'text'>;

/** Maximum number of characters, and the error of a file that has more. */
interface Limit {
  readonly length: number;
  readonly code: Extract<ErrorCode, 'import-too-large' | 'settings-file-too-large'>;
}

/**
 * Resolves to the text of the one file that the user chose or dropped. Throws `import-several` for more than one, the code of the limit for one
 * that is longer, without reading it, and `import-not-read`.
 */
export async function readChosenFile(files: readonly ChosenFile[], { length, code }: Limit): Promise<string> {
  const [file] = files;
  if (file === undefined || files.length > 1) throw fail('import-several');
  // No text has fewer bytes than characters.
  if (file.size > length) throw fail(code);
  return file.text().catch((cause: unknown) => {
    throw fail('import-not-read', {}, cause);
  });
}
