/** Emails that a project sends, and the list of them. */
import { knownError } from '#sandbox/http/failures.ts';
import type { Change, Exchange } from '../change';
import { edited, editedItems, type Fields, fieldsOf, itemsOf, json, requireAccess, violation, without } from '../exchange';
import type { ReleaseState } from '../state';

/** The error of a failed delivery as one text; the prefix tells where it failed. */
function errorText(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const { message, errorType } = error as Fields;
  return `Send error: ${message ?? errorType ?? 'Unknown error'}`;
}

/** An email that has no subject and no addresses yet. */
function unrendered({ userId, error, atMillis }: ReleaseState['unrenderedEmails'][number], index: number): Fields {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return { id, subject: '', sent_at_millis: atMillis, to: [`User ID: ${userId}`], error: `Render error: ${error}` };
}

async function recipients({ request, ask }: Exchange): Promise<readonly string[]> {
  const { user_ids: ids, all_users: all } = fieldsOf(request.body);
  if (all === true) {
    const users = await ask({ method: 'GET', path: '/users', headers: request.headers });
    return itemsOf(fieldsOf(users.body)).map(({ id }) => String(id));
  }
  if (!Array.isArray(ids)) throw violation(request, 'body.user_ids must be defined');
  return ids.map(String);
}

/** Each email on its own, as the sandbox takes it. */
async function sendEach({ request, ask }: Exchange, userIds: readonly string[]): Promise<void> {
  const email = without(fieldsOf(request.body), 'user_ids', 'all_users');
  for (const user_id of userIds) await ask({ ...request, body: JSON.stringify({ ...email, user_id }) });
}

async function requireUsers({ request, ask }: Exchange, userIds: readonly string[]): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  for (const id of userIds) {
    const response = await ask({ method: 'GET', path: `/users/${encodeURIComponent(id)}`, headers: request.headers });
    if (response.status !== 200) throw knownError('USER_ID_DOES_NOT_EXIST', { user_id: id }, { userId: id });
    found.push(fieldsOf(response.body));
  }
  return found;
}

async function send(exchange: Exchange, resultOf: (user: Fields) => Fields) {
  await requireAccess(exchange, 'server');
  if (await isShared(exchange)) throw knownError('REQUIRES_CUSTOM_EMAIL_SERVER');
  const users = await requireUsers(exchange, await recipients(exchange));
  await sendEach(
    exchange,
    users.map(({ id }) => String(id)),
  );
  return json({ results: users.map(resultOf) });
}

async function isShared({ ask, projectHeaders }: Exchange): Promise<boolean> {
  const project = await ask({ method: 'GET', path: '/internal/projects/current', headers: projectHeaders('admin') });
  const { config } = fieldsOf(project.body) as { readonly config: { readonly email_config: { readonly type: string } } };
  return config.email_config.type === 'shared';
}

/** Subject of the sandbox's test emails. */
const testSubject = 'Test Email from Stack Auth';

const sendPath = { method: 'POST', path: '/emails/send-email' } as const;

export const emailChanges: readonly Change[] = [
  {
    source: 'wire/corrections 2.8.86: POST /emails/send-email',
    since: '2.8.86',
    ...sendPath,
    respond: (exchange) => send(exchange, ({ id }) => ({ user_id: id })),
  },
  {
    source: 'wire/corrections 2.8.17: POST /emails/send-email: "from about 2.8.27"',
    since: '2.8.27',
    until: '2.8.86',
    ...sendPath,
    respond: (exchange) =>
      send(exchange, ({ id, primary_email: email }) => ({ user_id: id, ...(email === null ? {} : { user_email: email }) })),
  },
  {
    source: 'wire/newer 2.6, 2.8.58: no sender_config; wire/corrections 2.8.86: GET /internal/emails',
    since: '2.8.58',
    method: 'GET',
    path: '/internal/emails',
    async respond({ forward, state }) {
      const sent = editedItems(await forward(), ({ error, ...email }) => ({ ...without(email, 'sender_config'), error: errorText(error) }));
      return edited(sent, (fields) => ({ ...fields, items: [...state.unrenderedEmails.map(unrendered), ...itemsOf(fields)] }));
    },
  },
  {
    source: 'wire/corrections 2.8.86: POST /internal/send-test-email, from 2.8.58 on test emails do not appear in GET /internal/emails',
    since: '2.8.58',
    method: 'GET',
    path: '/internal/emails',
    async respond({ forward }) {
      return edited(await forward(), (fields) => ({ ...fields, items: itemsOf(fields).filter(({ subject }) => subject !== testSubject) }));
    },
  },
  {
    source: 'wire/corrections 2.8.86: POST /emails/send-email, a test mail to a broken server',
    since: '2.8.86',
    method: 'POST',
    path: '/internal/send-test-email',
    async respond({ forward }) {
      const prefix = 'Unknown error while sending test email.';
      return edited(await forward(), ({ success, error_message: message }) =>
        success === false ? { success, error_message: `${prefix} ${message ?? ''}`.trim() } : { success },
      );
    },
  },
];
