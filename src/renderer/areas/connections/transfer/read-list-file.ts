import { fail } from '#contract/errors.ts';
import { maxSealedLength } from '#contract/sealed-format.ts';

/** Result of reading a file that the user chose. */
export type ListFile = Pick<File, 'size' | 'text'>;

/**
 * Resolves to the text of a list. Throws `import-several` for more than one file, `import-too-large` for one that no list is as long as, without
 * reading it, and `import-not-read`.
 */
export async function readListFile(files: readonly ListFile[]): Promise<string> {
  const [file] = files;
  if (file === undefined || files.length > 1) throw fail('import-several');
  // No list has fewer bytes than characters.
  if (file.size > maxSealedLength) throw fail('import-too-large');
  return file.text().catch((cause: unknown) => {
    throw fail('import-not-read', {}, cause);
  });
}
