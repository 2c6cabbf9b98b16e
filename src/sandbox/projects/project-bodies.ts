/** Schemas of project updates in the baseline, which is stricter than newer releases (wire/endpoints 7). */
import { z } from 'zod';
import {
  configUpdate,
  oauthProviderIds,
  projectCreation,
  projectUpdate,
  providerUpdate,
  smtpFields,
} from '../../contract/service/models/project-models';

type Found = z.core.ParsePayload<Readonly<Record<string, unknown>>>;

/** Adds an issue for each field that is missing or empty and has none yet. */
function requireFilled(found: Found, fields: readonly string[]): void {
  const wrong = new Set(found.issues.map(({ path }) => path?.[0]));
  for (const field of fields) {
    const value = found.value[field];
    if ((value !== undefined && value !== '') || wrong.has(field)) continue;
    found.issues.push({ code: 'custom', path: [field], input: value, params: { line: 'must not be empty' } });
  }
}

/** A disabled standard provider without keys is valid here and fails later. */
const provider = providerUpdate
  .extend({ id: z.enum(oauthProviderIds), enabled: z.boolean(), client_id: z.string().optional(), client_secret: z.string().optional() })
  .check((found) => {
    if (found.value.type === 'standard' && found.value.enabled) requireFilled(found, ['client_id', 'client_secret']);
  });

const smtp = z.strictObject({ type: z.enum(['shared', 'standard']), ...smtpFields, password: z.string().max(70) });

/** Fields of a custom server, in the order in which the service reports missing ones. */
const requiredFields = ['host', 'port', 'username', 'password', 'sender_name', 'sender_email'];

/** Ignores fields of a custom server with `shared`. */
const emailConfig = smtp
  .partial()
  .required({ type: true })
  .check((found) => {
    if (found.value.type === 'standard') requireFilled(found, requiredFields);
  });

const config = configUpdate.extend({ oauth_providers: z.array(provider).optional(), email_config: emailConfig.optional() });

export const projectUpdateBody = projectUpdate.extend({ config: config.optional() });
export const projectCreationBody = projectCreation.omit({ owner_team_id: true }).extend({ config: config.optional() });
