/** The requests that restore old values, in the form that has the same effect in every release. */

import { redacted } from '../service/models/secret';
import { type Fields, fieldOf, fieldsOf, itemsOf, without } from './changed-fields';
import type { WriteInput } from './old-value';
import type { UndoContext, UndoLoss, UndoStep } from './undo-plan';
import { restrictionBody } from './undo-restriction';
import type { KeptReason } from './undo-values';

interface Restored {
  readonly input: WriteInput;
  readonly was: Fields;
  readonly isNow: Fields;
  /** The fields to restore, with whole values. */
  readonly values: Fields;
  readonly context: UndoContext;
}

interface Built {
  readonly steps: readonly UndoStep[];
  readonly asks: readonly string[];
  readonly losses: readonly UndoLoss[];
}

interface Body {
  readonly body: Fields;
  readonly asks?: readonly string[];
  readonly losses?: readonly UndoLoss[];
}

type BodyOf = (restored: Restored) => Body;

const valuesAsTheyAre: BodyOf = ({ values }) => ({ body: values });

const pick = (fields: Fields, ...names: string[]): Fields =>
  Object.fromEntries(names.flatMap((name) => (fieldOf(fields, name) === undefined ? [] : [[name, fieldOf(fields, name)]])));

/** Clients can only send images as data, and the old one is a URL (wire/limits 1). */
const isForeignImage = (value: unknown) => typeof value === 'string' && !value.startsWith('data:image/');

/** Returns the fields whose old value the actor can't send, with the reason. */
export function unsendable(endpoint: string, was: Fields, byAccount: boolean): Readonly<Record<string, KeptReason>> {
  // A name within a team can't be made that of the user again (wire/endpoints 5.3).
  if (endpoint === 'teams.updateProfile') return typeof was.display_name === 'string' ? {} : { display_name: 'unsupported' };
  const hasImage = endpoint === 'users.updateMe' || endpoint === 'teams.update';
  return hasImage && byAccount && isForeignImage(was.profile_image_url) ? { profile_image_url: 'project-only' } : {};
}

const userBody: BodyOf = ({ values, was, isNow, context }) => {
  const email = 'primary_email' in values;
  // A changed address keeps the flag of the one before, and a new one has none (wire/corrections 2.8.4).
  const flags = email && values.primary_email !== null ? pick(was, 'primary_email_verified', 'primary_email_auth_enabled') : {};
  const body = { ...values, ...flags, ...restrictionBody({ values, was, isNow }) };
  return { body, losses: email && context.has('old-email-kept') ? ['new-email-stays'] : [] };
};

const channelBody: BodyOf = ({ values, was, context }) => {
  if (!('value' in values)) return { body: context.byAccount ? without(values, 'is_verified') : values };
  // A value needs its type, and is unverified unless a project says otherwise (wire/endpoints 3).
  if (context.byAccount)
    return { body: { ...without(values, 'is_verified'), type: 'email' }, losses: was.is_verified === true ? ['unverified'] : [] };
  return { body: { ...values, type: 'email', is_verified: was.is_verified === true } };
};

/** An absent description is sent as an empty one, because what is absent is completed with what it is now. */
const definitionBody: BodyOf = ({ values }) => ({
  body: 'description' in values && values.description === undefined ? { ...values, description: '' } : values,
});

const projectBody: BodyOf = ({ values, was, isNow }) => {
  const { config, ...others } = values;
  const update = fieldsOf(config);
  const [old, current] = [was, isNow].map((project) => fieldsOf(fieldOf(project, 'config')));
  const providers = Array.isArray(update.oauth_providers)
    ? providersToSend(update.oauth_providers, fieldOf(current ?? {}, 'oauth_providers'))
    : null;
  const server = fieldsOf(fieldOf(old ?? {}, 'email_config'));
  const asksServer = 'email_config' in update && server.type === 'standard';
  return {
    body: {
      ...others,
      ...(config === undefined
        ? {}
        : {
            config: {
              ...update,
              ...(asksServer ? { email_config: without(server, 'password') } : {}),
              ...(providers === null ? {} : { oauth_providers: providers.list }),
            },
          }),
    },
    losses: providers !== null && removesProvider(update.oauth_providers, current ?? {}) ? ['provider-stays'] : [],
    asks: [...(asksServer ? ['config.email_config.password'] : []), ...(providers?.asks ?? [])],
  };
};

/** Earlier releases have an ID of the configuration. */
function removesProvider(list: unknown, current: Fields): boolean {
  const ids = itemsOf(list).map(({ id }) => id);
  return current.id !== undefined && itemsOf(current.oauth_providers).some(({ id }) => !ids.includes(id));
}

/** Providers keep the secret that they have; one whose client ID is another one than now needs its own, which isn't kept. */
function providersToSend(list: readonly unknown[], current: unknown) {
  const now = new Map(itemsOf(current).map((item) => [item.id, item]));
  const asks: string[] = [];
  const sent = itemsOf(list).map((item) => {
    // Only read (wire/later 8).
    const provider = without(without(item, 'provider_config_id'), 'client_secret');
    if (item.type !== 'standard') return provider;
    const known = now.get(item.id);
    if (known?.client_id === item.client_id && known?.client_secret !== undefined && known.client_secret !== redacted)
      return { ...provider, client_secret: known.client_secret };
    asks.push(`config.oauth_providers.${String(item.id)}.client_secret`);
    return provider;
  });
  return { list: sent, asks };
}

/** The source is required, and a theme of null is the project's (wire/corrections 2.8.86). */
const templateBody: BodyOf = ({ values, isNow }) => ({
  body: {
    tsx_source: values.tsx_source ?? isNow.tsx_source,
    ...('theme_id' in values ? { theme_id: values.theme_id ?? null } : {}),
  },
});

/** Without a theme, an update makes the draft's absent (wire/later 4). */
const draftBody: BodyOf = ({ values, isNow }) => {
  const theme = 'theme_id' in values ? values.theme_id : isNow.theme_id;
  return { body: { ...without(values, 'theme_id'), ...(theme === undefined ? {} : { theme_id: theme }) } };
};

const transferBody: BodyOf = ({ values, input }) => ({
  body: { project_id: fieldOf(fieldsOf(input.body), 'project_id'), new_team_id: values.owner_team_id },
});

/** By endpoint; others send the old values as they are. */
const bodies: Readonly<Record<string, BodyOf>> = {
  'users.update': userBody,
  'users.updateMe': userBody,
  'contactChannels.update': channelBody,
  'permissions.updateTeamDefinition': definitionBody,
  'permissions.updateProjectDefinition': definitionBody,
  'projects.update': projectBody,
  'projects.transfer': transferBody,
  'emails.updateTemplateById': templateBody,
  'emailDrafts.update': draftBody,
};

/** Returns the requests, with the secrets that they ask for and what doesn't come back. */
export function restoreSteps(endpoint: string, restored: Restored): Built {
  const built = (fieldOf(bodies, endpoint) ?? valuesAsTheyAre)(restored);
  const { params, query, body } = restored.input;
  // What was renamed is found by its new ID.
  const renamed = endpoint.startsWith('permissions.') ? fieldOf(fieldsOf(body), 'id') : undefined;
  const step: UndoStep = {
    endpoint,
    ...(params === undefined ? {} : { params: renamed === undefined ? fieldsOf(params) : { ...fieldsOf(params), id: renamed } }),
    ...(query === undefined ? {} : { query: fieldsOf(query) }),
    body: built.body,
  };
  return { steps: [step], asks: built.asks ?? [], losses: built.losses ?? [] };
}
