/** What an entry of the journal is called: the key of its text, and the names in it, which privacy mode conceals. */
import { withoutInvisible } from '../text/visible-text';
import { type Fields, fieldOf, fieldsOf } from './changed-fields';
import { targetOf, type WriteInput } from './old-value';
import { type Facet, facets } from './sentence-facets';

/** How a write ended. `unknown`: no response came, so the service may have done it. */
type WriteResult = 'done' | 'failed' | 'unknown';

/** What a sentence follows from. Fields with secrets are there, with `***` as their value. */
export interface SentenceEntry {
  /** `group.endpoint`. */
  readonly endpoint: string;
  readonly input: WriteInput;
  readonly result: WriteResult;
  /** Whether an account wrote, and not a project. */
  readonly byAccount: boolean;
  /** Whether it revoked the session of an impersonation that ended. */
  readonly endsImpersonation?: boolean;
  /** The response of the read of the old value, if it is known. Without it, every field that was sent counts as changed. */
  readonly before?: unknown;
  /** Names at the time of the write, if they are known and not erased. `user` is another user than the one who wrote. */
  readonly names?: { readonly user?: string | undefined; readonly team?: string | undefined; readonly subject?: string | undefined };
}

/** A text of the entry. It is shown as it is, never as a message or markup. */
interface SentencePart {
  readonly text: string;
  /** Whether privacy mode conceals it. */
  readonly isPersonal: boolean;
}

export interface JournalSentence {
  /** Key of the text. It has the value `outcome`, `count` if there is one, and those of `parts` by name. */
  readonly key: `journal.${string}`;
  readonly outcome: WriteResult;
  readonly count?: number;
  readonly parts: Readonly<Partial<Record<'team' | 'permission' | 'key', SentencePart>>>;
  /** Named beside the sentence. Null where the sentence says it all, as about the project. */
  readonly about: SentencePart | null;
}

/** Which part a sentence contains. */
const withTeam = new Set([
  'teams.addMember',
  'teams.removeMember',
  'teams.updateProfile',
  'teams.invite',
  'teams.revokeInvitation',
  'permissions.grantInTeam',
  'permissions.revokeInTeam',
]);
const withPermission = new Set([
  'permissions.grantInTeam',
  'permissions.revokeInTeam',
  'permissions.grantInProject',
  'permissions.revokeInProject',
]);

/** Where the input itself names what a write is about, the first field that is there, and whether it is personal. */
const namedByInput: Readonly<Record<string, readonly [isPersonal: boolean, ...fields: string[]]>> = {
  'auth.sendPasswordReset': [true, 'body.email'],
  'contactChannels.create': [true, 'body.value'],
  'contactChannels.sendPrimaryVerification': [true, 'body.email'],
  'oauth.addProvider': [false, 'body.provider_config_id'],
  'users.create': [true, 'body.display_name', 'body.primary_email'],
  'teams.create': [true, 'body.display_name'],
  'teams.invite': [true, 'body.email'],
  'permissions.createTeamDefinition': [false, 'body.id'],
  'permissions.updateTeamDefinition': [false, 'params.id'],
  'permissions.deleteTeamDefinition': [false, 'params.id'],
  'permissions.createProjectDefinition': [false, 'body.id'],
  'permissions.updateProjectDefinition': [false, 'params.id'],
  'permissions.deleteProjectDefinition': [false, 'params.id'],
  'projects.create': [false, 'body.display_name'],
  'apiKeys.createUserKey': [false, 'body.description'],
  'apiKeys.createTeamKey': [false, 'body.description'],
  'apiKeys.createKeySet': [false, 'body.description'],
  'emails.setUpManagedDomain': [false, 'body.subdomain'],
  'emails.createTemplateById': [false, 'body.display_name'],
  'emails.sendTestEmail': [true, 'body.recipient_email'],
  'emails.sendSignInInvitation': [true, 'body.email'],
  'emailThemes.create': [false, 'body.display_name'],
  'emailDrafts.create': [false, 'body.display_name'],
};

/** Sentences of the own account's changes are those of a user's. */
const sharedSentences: Readonly<Record<string, string>> = { 'users.updateMe': 'users.update' };

/**
 * Returns the sentence of an entry. Its texts are on one line and have no invisible characters, so that names can't turn the direction of what
 * is around them.
 */
export function journalSentence(entry: SentenceEntry): JournalSentence {
  const { endpoint, input, result, before, byAccount, endsImpersonation = false, names = {} } = entry;
  const [body, query, params] = [fieldsOf(input.body), fieldsOf(input.query), fieldsOf(input.params)];
  const facet: Facet = fieldOf(
    facets,
    endpoint,
  )?.({ body, query, params, before: targetOf(endpoint, input, before), byAccount, endsImpersonation }) ?? {
    suffix: '',
  };
  const base = facet.suffix === '' ? endpoint : (fieldOf(sharedSentences, endpoint) ?? endpoint);
  const team =
    textOf(names.team) ?? textOf(fieldOf(params, 'team_id')) ?? textOf(fieldOf(body, 'team_id')) ?? textOf(fieldOf(query, 'team_id'));
  return {
    key: `journal.${base}${facet.suffix}`,
    outcome: result,
    ...(facet.count === undefined ? {} : { count: facet.count }),
    parts: {
      ...(withTeam.has(endpoint) ? { team: { text: team ?? '–', isPersonal: true } } : {}),
      ...(withPermission.has(endpoint) ? { permission: { text: textOf(fieldOf(params, 'permission_id')) ?? '–', isPersonal: false } } : {}),
      ...(facet.key === undefined ? {} : { key: { text: textOf(facet.key) ?? '–', isPersonal: false } }),
    },
    about: aboutOf(entry, facet, { body, params }, withTeam.has(endpoint)),
  };
}

function aboutOf(
  { endpoint, names = {} }: SentenceEntry,
  facet: Facet,
  input: { readonly body: Fields; readonly params: Fields },
  isTeamNamed: boolean,
): SentencePart | null {
  const personal = (text: string | null) => (text === null ? null : { text, isPersonal: true });
  const [isPersonal, ...fields] = fieldOf(namedByInput, endpoint) ?? [false];
  const given = fields.map((path) => {
    const [part = '', name = ''] = path.split('.');
    return textOf(fieldOf(part === 'body' ? input.body : input.params, name));
  });
  const text = textOf(facet.about) ?? given.find((each) => each !== null) ?? null;
  return (
    personal(textOf(names.user)) ??
    (text === null ? null : { text, isPersonal }) ??
    personal(textOf(names.subject)) ??
    (isTeamNamed ? null : personal(textOf(names.team)))
  );
}

/** Returns a text as one line that can be seen, or null if there is none. */
function textOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const text = withoutInvisible(value).replace(/\s+/g, ' ').trim();
  return text === '' ? null : text;
}
