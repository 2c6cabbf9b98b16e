/** The values of the form of a new user, and what is sent of them. */
import { z } from 'zod';
import { json } from '#contract/service/models/fields.ts';
import { userCreation } from '#contract/service/users.ts';
import { parseJson } from '#contract/text/parse-json.ts';

export interface ProviderAccount {
  readonly id: string;
  readonly account_id: string;
  readonly email: string;
}

/** All are text or switches, as they are edited; empty ones aren’t sent. */
export interface NewUserValues {
  readonly display_name: string;
  readonly primary_email: string;
  readonly primary_email_verified: boolean;
  readonly primary_email_auth_enabled: boolean;
  readonly passwordKind: PasswordKind;
  readonly password: string;
  readonly password_hash: string;
  readonly otp_auth_enabled: boolean;
  readonly is_anonymous: boolean;
  readonly profile_image_url: string;
  readonly oauth_providers: readonly ProviderAccount[];
  readonly client_metadata: string;
  readonly client_read_only_metadata: string;
  readonly server_metadata: string;
}

type PasswordKind = 'none' | 'password' | 'hash';

export const newUserValues: NewUserValues = {
  display_name: '',
  primary_email: '',
  primary_email_verified: false,
  primary_email_auth_enabled: true,
  passwordKind: 'none',
  password: '',
  password_hash: '',
  otp_auth_enabled: false,
  is_anonymous: false,
  profile_image_url: '',
  oauth_providers: [],
  client_metadata: '',
  client_read_only_metadata: '',
  server_metadata: '',
};

/** JSON as it is typed. */
const typedJson = z.string().transform((text, context) => {
  try {
    return json.parse(parseJson(text));
  } catch {
    context.addIssue({ code: 'custom', input: text });
    return z.NEVER;
  }
});

/** A problem of one provider account is one of the whole list. */
const providerAccounts = userCreation.shape.oauth_providers
  .unwrap()
  .refine((all) => all.every(({ id, account_id: account }) => id !== '' && account !== ''));

/** The body of the call (wire/endpoints 4.2), whose metadata is text until it is validated. The service accepts an empty password. */
export const newUserSchema = userCreation.extend({
  password: z.string().min(1).max(70).optional(),
  oauth_providers: providerAccounts.optional(),
  client_metadata: typedJson.optional(),
  client_read_only_metadata: typedJson.optional(),
  server_metadata: typedJson.optional(),
});

/** Returns the body without what was left empty, and without what depends on an email if there is none. */
export function toNewUser(values: NewUserValues): Record<string, unknown> {
  const text = (value: string) => (value.trim() === '' ? undefined : value.trim());
  const email = text(values.primary_email);
  const body = {
    display_name: text(values.display_name),
    primary_email: email,
    primary_email_verified: email && values.primary_email_verified,
    primary_email_auth_enabled: email && values.primary_email_auth_enabled,
    password: values.passwordKind === 'password' ? values.password : undefined,
    password_hash: values.passwordKind === 'hash' ? values.password_hash.trim() : undefined,
    otp_auth_enabled: values.otp_auth_enabled || undefined,
    is_anonymous: values.is_anonymous || undefined,
    profile_image_url: text(values.profile_image_url),
    oauth_providers: values.oauth_providers.length === 0 ? undefined : values.oauth_providers.map(toAccount),
    client_metadata: text(values.client_metadata),
    client_read_only_metadata: text(values.client_read_only_metadata),
    server_metadata: text(values.server_metadata),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

function toAccount({ id, account_id: account, email }: ProviderAccount) {
  return { id: id.trim(), account_id: account.trim(), ...(email.trim() === '' ? {} : { email: email.trim() }) };
}
