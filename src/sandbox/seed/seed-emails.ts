/** Seeds recent emails of two projects, failed deliveries, and customized templates. */

import type { DeliveryErrorType } from '#contract/service/models/mail-models.ts';
import { templateSource } from '../configuration/default-emails';
import type { Store } from '../database/database';
import { uuid } from '../random';
import { insertDraft, markDraftSent } from '../stores/draft-store';
import { type LoggedEmail, logEmail, saveTemplate } from '../stores/email-store';
import { createRepeatableRandom } from './repeatable-random';

/** Seeds drafts of emails in releases that have them (wire/later 4): one that was sent, and one that wasn't. */
const dayMillis = 86_400_000;

/** Fills the drafts of a project. Repeatable relative to `now`. */
export function seedDrafts(store: Store, project: number, now: number): void {
  const random = createRepeatableRandom(38);
  const sent = {
    id: uuid(random),
    display_name: 'Autumn news',
    tsx_source: templateSource('News of the engine', 'Marketing'),
    theme: null,
  };
  insertDraft(store, project, sent, now - 20 * dayMillis);
  markDraftSent(store, sent.id, now - 19 * dayMillis);
  const next = { id: uuid(random), display_name: 'Maintenance', tsx_source: templateSource('The engine rests on Sunday'), theme: 'false' };
  insertDraft(store, project, next, now - 2 * dayMillis);
}

interface SeededEmail {
  readonly to: string;
  readonly subject: string;
  readonly hoursAgo: number;
  readonly error?: { readonly type: DeliveryErrorType; readonly message: string; readonly reply: string; readonly canRetry?: true };
}

const shared: LoggedEmail['sender_config'] = {
  type: 'shared',
  host: '127.0.0.1',
  port: 2500,
  username: 'mailer',
  sender_name: 'Analytical Engines',
  sender_email: 'noreply@example.com',
};
const own: LoggedEmail['sender_config'] = {
  type: 'standard',
  host: 'mail.difference.example',
  port: 587,
  username: 'engine',
  sender_name: 'Difference Engine',
  sender_email: 'engine@difference.example',
};

const demoEmails: readonly SeededEmail[] = [
  { to: 'ada@analytical.example', subject: 'Verify your email at Analytical Engines', hoursAgo: 2100 },
  { to: 'charles.babbage@analytical.example', subject: 'Verify your email at Analytical Engines', hoursAgo: 700 },
  { to: 'grace.hopper@analytical.example', subject: 'Reset your password at Analytical Engines', hoursAgo: 260 },
  { to: 'alan.turing@analytical.example', subject: 'You have been invited to join Bletchley', hoursAgo: 90 },
  { to: 'ada@analytical.example', subject: 'Sign in to Analytical Engines: Your code is 3SLSWZ', hoursAgo: 26 },
  { to: 'shifra@abacus.example', subject: 'Verify your email at Analytical Engines', hoursAgo: 9 },
  {
    to: 'fortune@typo.exmaple',
    subject: 'You have been invited to join Punched Cards',
    hoursAgo: 52,
    error: {
      type: 'INVALID_EMAIL_ADDRESS',
      message: 'Email server rejected the email: 550 No such mailbox',
      reply: "Can't send mail - all recipients were rejected: 550 No such mailbox",
    },
  },
  {
    to: 'mary.somerville@letters.example',
    subject: 'Verify your email at Analytical Engines',
    hoursAgo: 4.5,
    error: {
      type: 'TIMEOUT',
      message: 'Timed out. Make sure the email server is running and accepting connections.',
      reply: 'Connection timeout',
      canRetry: true,
    },
  },
];

const differenceEmails: readonly SeededEmail[] = [
  { to: 'ada@analytical.example', subject: 'Test Email from Stack Auth', hoursAgo: 400 },
  {
    to: 'ada@analytical.example',
    subject: 'Test Email from Stack Auth',
    hoursAgo: 402,
    error: {
      type: 'AUTH_FAILED',
      message: 'Failed to authenticate with the email server. Please check your email credentials configuration.',
      reply: 'Invalid login: 535 Authentication failed',
    },
  },
  {
    to: 'nobody@nowhere.example',
    subject: 'A new key to the Difference Engine',
    hoursAgo: 120,
    error: {
      type: 'INVALID_EMAIL_ADDRESS',
      message: 'Email server rejected the email: 550 No such mailbox',
      reply: "Can't send mail - all recipients were rejected: 550 No such mailbox",
    },
  },
  {
    to: 'joseph.clement@difference.example',
    subject: 'A new key to the Difference Engine',
    hoursAgo: 30,
    error: {
      type: 'TIMEOUT',
      message: 'Timed out. Make sure the email server is running and accepting connections.',
      reply: 'Connection timeout',
      canRetry: true,
    },
  },
  { to: 'joseph.clement@difference.example', subject: 'A new key to the Difference Engine', hoursAgo: 29 },
];

/** Fills the logs of both projects and stores a template of the second one. Repeatable relative to `now`. */
export function seedEmails(store: Store, projects: { readonly demo: number; readonly difference: string }, now: number): void {
  const chance = createRepeatableRandom(1834);
  const log = (project: number, sender_config: LoggedEmail['sender_config'], { to, subject, hoursAgo, error }: SeededEmail) =>
    logEmail(store, project, {
      id: uuid(chance),
      to: [to],
      subject,
      sent_at_millis: now - hoursAgo * 3_600_000,
      sender_config,
      error: error
        ? { errorType: error.type, message: error.message, canRetry: error.canRetry ?? false, rawError: { message: error.reply } }
        : null,
    });
  for (const mail of demoEmails) log(projects.demo, shared, mail);
  const difference = store.one<{ key: number }>('SELECT key FROM projects WHERE id = ?', [projects.difference])?.key;
  if (difference === undefined) return;
  for (const mail of differenceEmails) log(difference, own, mail);
  saveTemplate(store, difference, {
    type: 'password_reset',
    subject: 'A new key to the {{ projectDisplayName }}',
    content: ownResetTemplate,
  });
}

const ownResetTemplate = {
  root: {
    type: 'EmailLayout',
    data: {
      backdropColor: '#EFE9DD',
      canvasColor: '#FFFFFF',
      textColor: '#2B2118',
      fontFamily: 'BOOK_SERIF',
      childrenIds: ['title', 'words', 'key'],
    },
  },
  title: { type: 'Heading', data: { props: { text: 'A new key', level: 'h2' } } },
  words: { type: 'Text', data: { props: { text: 'Dear {{ userDisplayName }}, turn the crank once to choose a new password.' } } },
  key: { type: 'Button', data: { props: { text: 'Turn the crank', url: '{{ passwordResetLink }}', buttonBackgroundColor: '#6B4E2E' } } },
};
