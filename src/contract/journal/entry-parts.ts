/** The parts of a project that a write changed, in whose histories it is: a domain or a provider has no endpoint. */
import { changedFields, compareItems, type Fields, fieldOf, fieldsOf, flatProject, parseConfiguration } from './changed-fields';
import type { SubjectKind } from './journal-rule';
import { targetOf, type WriteInput } from './old-value';

export interface EntryPart {
  readonly kind: SubjectKind;
  /** Null where a project has one only. */
  readonly id: string | null;
}

/** Returns the name by which entries about a part are listed (`about` of filters); without an ID, those about any part of the kind. */
export function partName({ kind, id }: { readonly kind: string; readonly id: string | null }): string {
  return `${kind}:${id ?? ''}`;
}

const defaultPermissions = ['team_creator_default_permissions', 'team_member_default_permissions', 'user_default_permissions'];

/** Items of a list that differ; all of them while the old value isn't known. */
function changedItems(kind: SubjectKind, field: string, id: string, changed: Fields, old: Fields): EntryPart[] {
  if (!Object.hasOwn(changed, field)) return [];
  const { added, removed, changed: others } = compareItems(changed[field], fieldOf(old, field), id);
  return [...added, ...removed, ...others].map((each) => ({ kind, id: each }));
}

function partsOfProject({ body }: WriteInput, before: unknown): EntryPart[] {
  const old = flatProject(before);
  const changed = changedFields(flatProject(body), old);
  const theme = fieldOf(changed, 'email_theme');
  return [
    ...changedItems('domain', 'domains', 'domain', changed, old),
    ...changedItems('sign-in-provider', 'oauth_providers', 'id', changed, old),
    ...defaultPermissions.flatMap((field) => changedItems('permission-definition', field, 'id', changed, old)),
    ...('email_config' in changed ? [{ kind: 'email-server', id: null } as const] : []),
    ...(typeof theme === 'string' ? [{ kind: 'theme', id: theme } as const] : []),
  ];
}

/** Keys of the configuration with what they are about; the ID is the part of the key after them (wire/later 7.4). */
const keyKinds: readonly (readonly [prefix: string, kind: SubjectKind])[] = [
  ['auth.signUpRules', 'sign-up-rule'],
  ['auth.oauth.providers', 'sign-in-provider'],
  ['domains.trustedDomains', 'domain'],
  ['emails.server', 'email-server'],
];

function partOfKey(key: string): EntryPart[] {
  const found = keyKinds.find(([prefix]) => key === prefix || key.startsWith(`${prefix}.`));
  if (found === undefined) return [];
  const [prefix, kind] = found;
  // The server's keys are its fields.
  const id = kind === 'email-server' ? undefined : key.slice(prefix.length + 1).split('.')[0];
  return [{ kind, id: id === undefined || id === '' ? null : id }];
}

function partsOfConfiguration({ body }: WriteInput): EntryPart[] {
  const { config_override_string: text, keys } = fieldsOf(body);
  return (Array.isArray(keys) ? keys.map(String) : Object.keys(parseConfiguration(text) ?? {})).flatMap(partOfKey);
}

/** After a new ID, a permission has its history under both. */
function partsOfDefinition({ params, body }: WriteInput): EntryPart[] {
  const [old, id] = [fieldOf(fieldsOf(params), 'id'), fieldOf(fieldsOf(body), 'id')];
  return typeof id === 'string' && id !== old ? [{ kind: 'permission-definition', id }] : [];
}

const parts: Readonly<Record<string, (input: WriteInput, before: unknown) => EntryPart[]>> = {
  'projects.update': partsOfProject,
  'config.override': partsOfConfiguration,
  'config.overrideLevel': partsOfConfiguration,
  'config.resetKeys': partsOfConfiguration,
  'permissions.updateTeamDefinition': partsOfDefinition,
  'permissions.updateProjectDefinition': partsOfDefinition,
};

/** Returns what a write changed besides its subject, each once. `before` is the response of the rule's read, if it is known. */
export function partsOf(endpoint: string, input: WriteInput, before: unknown): readonly EntryPart[] {
  const found = fieldOf(parts, endpoint)?.(input, targetOf(endpoint, input, before)) ?? [];
  return [...new Map(found.map((part) => [`${part.kind} ${part.id}`, part])).values()];
}
