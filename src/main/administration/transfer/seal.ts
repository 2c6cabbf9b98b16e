/** Seals lists of connections with a passphrase, for files that leave the computer. */
import { fail } from '#contract/errors.ts';
import { looksSealed, maxSealedLength, sealedFormat } from '#contract/sealed-format.ts';
import type { Ports } from '../../ports/ports';
import { defaultCost, deriveKey, type KeyCost, newDerivation } from '../../sealing/passphrase-key';
import { openSealedText, parseSealedText, type SealedFile, type SealedFormat, sealText } from '../../sealing/sealed-text';

export type { SealedFile };

const sealedConnections: SealedFormat = { format: sealedFormat, version: 1, maxLength: maxSealedLength };

/** Returns the sealed text. Throws `import-too-large` if it would be too long to import. */
export async function seal(text: string, passphrase: string, random: Ports['random'], cost = defaultCost): Promise<string> {
  const key = await deriveKey(passphrase, newDerivation(random, cost));
  const sealed = sealText(sealedConnections, text, key, random);
  key.bytes.fill(0);
  if (sealed.length > maxSealedLength) throw fail('import-too-large');
  return sealed;
}

/**
 * Parses a sealed file and checks everything that doesn't require the passphrase. Throws `import-unreadable` for other files,
 * `import-damaged`, `import-newer`, and `sealed-too-costly` if it requires more memory than allowed. `costs` are the parameters that are
 * allowed.
 */
export function parseSealed(text: string, costs?: readonly KeyCost[]): SealedFile {
  const parsed = parseSealedText(sealedConnections, text, costs);
  if (parsed.kind === 'sealed') return parsed.file;
  if (parsed.kind === 'foreign') throw fail(looksSealed(text) ? 'import-damaged' : 'import-unreadable');
  throw fail(({ damaged: 'import-damaged', newer: 'import-newer', 'too-costly': 'sealed-too-costly' } as const)[parsed.kind]);
}

/** Returns the text of a sealed file. Throws `passphrase-wrong`, also for a file that was changed on purpose. */
export async function unseal(file: SealedFile, passphrase: string): Promise<string> {
  const key = await deriveKey(passphrase, file.kdf);
  const text = openSealedText(file, key);
  key.bytes.fill(0);
  if (text === null) throw fail('passphrase-wrong');
  return text;
}
