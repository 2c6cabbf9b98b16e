/** Which object no longer exists after a write, for what windows remember of it. */
import type { Endpoint } from '../definitions';
import { fieldOf, fieldsOf } from './changed-fields';
import type { SubjectKind } from './journal-rule';
import type { WriteInput } from './old-value';

/** Kinds with a screen or a panel of their own. */
const openedKinds: ReadonlySet<SubjectKind> = new Set(['user', 'team', 'permission-definition', 'template']);

/** Returns the ID of what a write deletes, or of a permission that it gives another ID. Undefined for every other write. */
export function deletedIdOf(
  { method, journal: rule }: Pick<Endpoint, 'method' | 'journal'>,
  { params, body }: WriteInput,
): string | undefined {
  if (rule === undefined || !('subject' in rule)) return undefined;
  const { kind, id: source } = rule.subject;
  if (source?.startsWith('params.') !== true || !openedKinds.has(kind)) return undefined;
  const id = fieldOf(fieldsOf(params), source.slice('params.'.length));
  if (typeof id !== 'string') return undefined;
  const renamed = kind === 'permission-definition' ? fieldOf(fieldsOf(body), 'id') : undefined;
  return method === 'DELETE' || (typeof renamed === 'string' && renamed !== id) ? id : undefined;
}
