/** The email server of a project as the values of its form. */
import { z } from 'zod';
import type { ManagedDomain } from '#contract/service/models/mail-models.ts';
import { type AdminProject, type SmtpFields, smtpFields } from '#contract/service/models/project-models.ts';
import { type SecretReference, secretReference } from '#contract/service/models/secret.ts';

export interface ServerValues {
  readonly [name: string]: string;
  readonly type: 'shared' | 'standard';
  readonly host: string;
  readonly port: string;
  readonly username: string;
  /** Empty to keep the stored one, which is never shown. */
  readonly password: string;
  readonly sender_name: string;
  readonly sender_email: string;
}

/** Maximum length of a password, which the service enforces when it sends a test email (wire/limits 1). */
export const maxPasswordLength = 70;

const password = z.union([z.string().min(1).max(maxPasswordLength), secretReference]);
const isPassword = (value: unknown) => password.safeParse(value).success;

/** What is sent: the shared server, or the project's own one with a password or a reference to the stored one. */
export const serverInput = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('shared') }),
  z.strictObject({
    type: z.literal('standard'),
    ...smtpFields,
    // A union would report its problems without the path of the field.
    password: z.custom<string | SecretReference>(isPassword),
  }),
]);
export type ServerInput = z.output<typeof serverInput>;
export type OwnServer = Extract<ServerInput, { type: 'standard' }>;

/** Returns the values for what is stored. Those of its own server start with the usual port and the project's name. */
export function serverValues({ display_name, config: { email_config: stored } }: AdminProject): ServerValues {
  if (stored.type === 'shared')
    return { type: 'shared', host: '', port: '587', username: '', password: '', sender_name: display_name, sender_email: '' };
  const { host, port, username, sender_name, sender_email } = stored;
  return { type: 'standard', host, port: String(port), username, password: '', sender_name, sender_email };
}

/** Returns a reference to the stored password, if there is one. */
export function storedPassword({ config: { email_config: stored } }: AdminProject): SecretReference | undefined {
  return stored.type === 'standard' && typeof stored.password === 'object' ? stored.password : undefined;
}

/** Whether the stored password can be kept: it is never sent to another host than the one it was entered for. */
export function keepsPassword(values: ServerValues, stored: ServerValues): boolean {
  return values.password === '' && stored.type === 'standard' && values.host.trim() === stored.host;
}

/** Returns what to send for the values. The password is missing if none was entered and the stored one can't be kept. */
export function toServerInput(values: ServerValues, stored: ServerValues, password: SecretReference | undefined): unknown {
  if (values.type === 'shared') return { type: 'shared' };
  const fields: Record<keyof SmtpFields, unknown> = {
    host: values.host.trim(),
    port: portOf(values.port.trim()),
    username: values.username,
    sender_name: values.sender_name,
    sender_email: values.sender_email.trim(),
  };
  return { type: 'standard', ...fields, password: keepsPassword(values, stored) ? password : values.password || undefined };
}

function portOf(text: string): number | undefined {
  if (text === '') return undefined;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** Whether a stored server may be a managed domain, which the project is read with as a server of this form (wire/later 6). */
export function looksManaged({ config: { email_config: stored } }: AdminProject): boolean {
  return stored.type === 'standard' && stored.host === 'smtp.resend.com' && stored.port === 465 && stored.username === 'resend';
}

/** Returns the managed domain that sends the project's emails, of those that it has. */
export function appliedDomain(project: AdminProject, domains: readonly ManagedDomain[]): ManagedDomain | undefined {
  const { email_config: stored } = project.config;
  if (!looksManaged(project) || stored.type !== 'standard') return undefined;
  return domains.find(({ status, ...domain }) => status === 'applied' && addressOf(domain) === stored.sender_email.toLowerCase());
}

/** How far a managed domain is; `unknown` for a status of a later release. */
export function domainStatus({ status }: Pick<ManagedDomain, 'status'>): 'pending' | 'verified' | 'applied' | 'failed' | 'unknown' {
  if (status === 'pending_dns' || status === 'pending_verification') return 'pending';
  return status === 'verified' || status === 'applied' || status === 'failed' ? status : 'unknown';
}

const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const trimmed = z.string().trim().toLowerCase();

/** A name like `mail.example.com`, of at least three parts. */
export const managedSubdomain = trimmed.min(1).regex(new RegExp(`^(?:${label}\\.){2,}[a-z]{2,63}$`));

/** What precedes the @ of a sender's address. */
export const managedLocalPart = trimmed.min(1).regex(/^[a-z0-9][a-z0-9._%+-]{0,63}$/);

/** Returns the address from which a managed domain sends. */
export function addressOf({ sender_local_part, subdomain }: Pick<ManagedDomain, 'sender_local_part' | 'subdomain'>): string {
  return `${sender_local_part}@${subdomain}`.toLowerCase();
}

/** Whether the project has the server that was sent, apart from its password. Used after a lost response. */
export function hasServer(stored: ServerValues, sent: ServerInput): boolean {
  if (sent.type === 'shared') return stored.type === 'shared';
  const { password: _unknown, ...rest } = sent;
  return Object.entries(rest).every(([name, value]) => stored[name] === String(value));
}
