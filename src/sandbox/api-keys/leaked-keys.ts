/** Keys found in the open (wire/endpoints 8, from 2.8.5). */
import type { RowOf } from '../../contract/service';
import { dispatchNotice } from '../emails/dispatch';
import { escaped } from '../emails/rendering/html';
import type { OutgoingMail } from '../emails/smtp';
import { findProjectByKey } from '../projects/project-store';
import type { Handler, Surroundings } from '../server/context';
import { known } from '../server/failures';
import { received } from '../server/require-secret-text';
import { reply } from '../server/respond';
import { type ApiKeyRow, findApiKeyByText, mayManage, updateApiKey } from './api-key-store';
import { isExpired, requireKey, servedCheck } from './api-keys';

/** Revokes a key for whoever sends it, and tells its owners. Public keys are meant to be seen. */
export const revokeLeakedKey: Handler<RowOf<'apiKeys.revokeLeakedKey'>> = {
  accepts: { client: servedCheck, server: servedCheck },
  ignoresQuery: true,
  async run(call) {
    const { store, clock, body } = call;
    const row = requireKey(findApiKeyByText(store, received(body.api_key)));
    if (row.is_public === 1) throw known('PUBLIC_API_KEY_CANNOT_BE_REVOKED');
    if (isExpired(row, clock.now())) throw known('API_KEY_EXPIRED');
    store.transaction(() => {
      updateApiKey(store, row.key, { revokedAt: clock.now() });
      if (row.revoked_at === null) tellOwners(call, row);
    });
    return reply({ success: true as const });
  },
};

function tellOwners(surroundings: Surroundings, row: ApiKeyRow): void {
  const project = findProjectByKey(surroundings.store, row.project);
  if (project === undefined) return;
  const content = noticeOf(row.description, project.display_name);
  for (const email of mayManage(surroundings.store, row)) dispatchNotice(surroundings, project, { to: [email], ...content });
}

function noticeOf(description: string, projectName: string): Omit<OutgoingMail, 'to'> {
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
    html: `<h1>${heading}</h1>${paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')}`,
  };
}
