/** Revocation of leaked keys (wire/endpoints 8, from 2.8.5). */

import { escapeHtml } from '../../contract/email-template/html';
import type { RowOf } from '../../contract/service';
import { sendNotice } from '../emails/send-email';
import type { OutgoingEmail } from '../emails/smtp';
import { findProjectByKey } from '../projects/project-store';
import type { Handler, SandboxContext } from '../server/context';
import { knownError } from '../server/failures';
import { requireSecretText } from '../server/require-secret-text';
import { reply } from '../server/respond';
import { type ApiKeyRow, findApiKeyByText, listManagerEmails, updateApiKey } from './api-key-store';
import { checkKeyBody, isExpired, requireApiKey } from './api-keys';

/** Revokes the key for any caller who knows it, and notifies its owners. Public keys can't be revoked this way. */
export const revokeLeakedKey: Handler<RowOf<'apiKeys.revokeLeakedKey'>> = {
  accepts: { client: checkKeyBody, server: checkKeyBody },
  ignoresQuery: true,
  async run(call) {
    const { store, clock, body } = call;
    const row = requireApiKey(findApiKeyByText(store, requireSecretText(body.api_key)));
    if (row.is_public === 1) throw knownError('PUBLIC_API_KEY_CANNOT_BE_REVOKED');
    if (isExpired(row, clock.now())) throw knownError('API_KEY_EXPIRED');
    store.transaction(() => {
      updateApiKey(store, row.key, { revokedAt: clock.now() });
      if (row.revoked_at === null) notifyOwners(call, row);
    });
    return reply({ success: true as const });
  },
};

function notifyOwners(context: SandboxContext, row: ApiKeyRow): void {
  const project = findProjectByKey(context.store, row.project);
  if (project === undefined) return;
  const content = createNotice(row.description, project.display_name);
  for (const email of listManagerEmails(context.store, row)) sendNotice(context, project, { to: [email], ...content });
}

function createNotice(description: string, projectName: string): Omit<OutgoingEmail, 'to'> {
  const heading = 'API Key Revoked';
  const paragraphs = [
    `Your API key "${description}" for ${projectName} has been automatically revoked because it was found in a public repository.`,
    'This is an automated security measure to protect your api keys from being leaked. If you believe this was a mistake, please contact support.',
    'Please create a new API key if needed.',
  ];
  return {
    // A description with a line break must not become a header.
    subject: `${heading}: ${description}`.replace(/\s+/g, ' '),
    text: `${[heading, ...paragraphs].join('\n\n')}\n`,
    html: `<h1>${heading}</h1>${paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')}`,
  };
}
