/** Email objects: templates and their blocks, the email log, notification preferences (wire/endpoints 9.2, 9.3, wire/newer 2.6). */
import { z } from 'zod';
import { email, id, millis, parsedJson, shownOrAbsent } from './fields';
import { secretText } from './secret';

export const templateTypes = ['email_verification', 'password_reset', 'magic_link', 'team_invitation', 'sign_in_invitation'] as const;
/** The template's ID in the specification. */
export const templateType = z.enum(templateTypes);

/** `content` maps block ids to `{type, data}`; `root` is the layout. */
export const template = z.object({
  type: templateType,
  subject: z.string(),
  content: parsedJson,
  is_default: z.boolean(),
});

/** A theme's ID; false for no theme. If absent, the template has the project's theme. */
export const templateTheme = z.union([id, z.literal(false)]);

/** A template of services from 2.8.23 on. */
export const templateById = z.object({ id, display_name: z.string(), tsx_source: z.string(), theme_id: shownOrAbsent(templateTheme) });

/** A theme in the list, without its source. */
export const emailTheme = z.object({ id, display_name: z.string() });
export const emailThemeSource = z.object({ display_name: z.string(), tsx_source: z.string() });

/** `sent_at_millis` is when it was sent last. */
export const emailDraft = z.object({
  id,
  display_name: z.string(),
  tsx_source: z.string(),
  theme_id: shownOrAbsent(templateTheme),
  sent_at_millis: millis.nullable(),
});

/** A domain that the service's email provider manages. `applied` is the status of the one in use; later services may have further ones. */
export const managedDomain = z.object({
  domain_id: z.string(),
  subdomain: z.string(),
  sender_local_part: z.string(),
  name_server_records: z.array(z.string()),
  status: z.string(),
});

export type ManagedDomain = z.output<typeof managedDomain>;

/** A mail server with a sender, for a test email. */
export const mailServer = z.strictObject({
  host: z.string(),
  port: z.number().min(0).max(65_535),
  username: z.string(),
  password: secretText,
  sender_name: z.string(),
  sender_email: email,
});

export const deliveryErrorTypes = [
  'AUTH_FAILED',
  'HOST_NOT_FOUND',
  'INVALID_EMAIL_ADDRESS',
  'REJECTED',
  'SOCKET_CLOSED',
  'TEMPORARY',
  'TIMEOUT',
  'UNKNOWN',
] as const;

/** Error types of later releases are kept unchanged. */
const deliveryError = z.object({
  errorType: z.string(),
  message: z.string().optional(),
  canRetry: z.boolean(),
  rawError: parsedJson.optional(),
});

const unknownError = { errorType: 'UNKNOWN', canRetry: false };

export const sentEmail = z.object({
  id,
  subject: z.string(),
  sent_at_millis: millis,
  to: shownOrAbsent(z.array(z.string())),
  /** Removed in 2.8.58. */
  sender_config: shownOrAbsent(
    z.object({
      type: z.enum(['shared', 'standard']),
      host: z.string().optional(),
      port: z.number().optional(),
      username: z.string().optional(),
      sender_name: z.string().optional(),
      sender_email: z.string().optional(),
    }),
  ),
  /** Text from 2.8.58 on. A value of another type is read as an error, because null means that the email was delivered. */
  error: z.union([deliveryError, z.string()]).nullable().catch(unknownError),
});

/** The categories of emails to users, which are the same for every project. Users can turn off the second one. */
export const emailCategories = ['Transactional', 'Marketing'] as const;

export const notificationPreference = z.object({
  notification_category_id: id,
  notification_category_name: z.string(),
  enabled: z.boolean(),
  can_disable: z.boolean(),
});

export type TemplateType = z.output<typeof templateType>;
export type Template = z.output<typeof template>;
export type EmailTheme = z.output<typeof emailTheme>;
export type EmailDraft = z.output<typeof emailDraft>;
export type EmailCategory = (typeof emailCategories)[number];
export type DeliveryErrorType = (typeof deliveryErrorTypes)[number];
export type DeliveryError = z.output<typeof deliveryError>;
export type SentEmail = z.output<typeof sentEmail>;
export type NotificationPreference = z.output<typeof notificationPreference>;
