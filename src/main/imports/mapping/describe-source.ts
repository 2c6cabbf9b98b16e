/** Says what is in a file that was read. */
import type { ImportFormat, ImportKind, ImportLoss, ImportSource } from '#contract/imports/source.ts';
import { cellText } from '../checking/cell-values';
import type { FileOutline } from '../reading/read-file';
import { originOf } from './origins';

/** Samples of a column, and their characters. */
const maxSamples = 5;
const sampleLength = 80;

/** Names of columns whose values aren't shown. */
const secretName = /pass|hash|secret|token|credential|salt|totp|otp/i;
/** What a hash looks like: of bcrypt, or of anything in Modular Crypt Format. */
const secretValue = /^\$[\w-]{1,20}\$/;

/** Returns the columns with samples, and the origin of a recognized export. */
export function describeSource(
  kind: ImportKind,
  found: { readonly format: ImportFormat; readonly hasByteOrderMark: boolean },
  { columns, lines, broken, first }: FileOutline,
): ImportSource {
  const origin = kind === 'users' ? originOf(columns) : null;
  const secrets = secretColumns({ columns, first });
  return {
    ...found,
    ...{ lines, broken },
    columns: columns.map((name, at) => {
      const isSecret = secrets.has(at);
      const samples = isSecret ? [] : [...textsOf(first, at)].slice(0, maxSamples).map(shortened);
      return { name: name.slice(0, 1_000), isSecret, samples };
    }),
    origin: origin === null ? null : { name: origin.name, losses: origin.losses.filter((loss) => isLost(loss, columns)) },
  };
}

/** Returns the indexes of the columns that look like passwords, hashes, or other secrets, by their names or their first values. */
export function secretColumns({ columns, first }: Pick<FileOutline, 'columns' | 'first'>): ReadonlySet<number> {
  const isSecret = (name: string, at: number) => secretName.test(name) || [...textsOf(first, at)].some((text) => secretValue.test(text));
  return new Set(columns.flatMap((name, at) => (isSecret(name, at) ? [at] : [])));
}

function textsOf(first: FileOutline['first'], at: number): ReadonlySet<string> {
  return new Set(first.map(({ cells }) => cellText(cells[at])).filter((text) => text.trim() !== ''));
}

/** Some exports have passwords only if they were asked for. */
function isLost(loss: ImportLoss, columns: readonly string[]): boolean {
  return loss !== 'no-passwords' || !columns.some((name) => /^(?:password_?hash|encrypted_password)$/i.test(name));
}

function shortened(text: string): string {
  return text.length > sampleLength ? `${text.slice(0, sampleLength)}…` : text;
}
