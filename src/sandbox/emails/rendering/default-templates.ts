/** Default templates: subjects as in wire/endpoints 9.2, with the sandbox's own texts. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { TemplateType } from '#contract/service/models/mail-models.ts';

export interface Wording {
  readonly subject: string;
  readonly content: JsonValue;
}

interface Message {
  readonly heading: string;
  readonly message: string;
  /** Placeholder that is shown in a separate block below the message. */
  readonly code?: string;
  readonly action: string;
  readonly link: string;
  readonly note: string;
}

const padding = (top: number, bottom: number) => ({ top, bottom, right: 24, left: 24 });

/** Returns a content with heading, greeting, message, code, button, divider and note. */
function messageContent({ heading, message, code, action, link, note }: Message): JsonValue {
  const text = (value: string, more: Readonly<Record<string, JsonValue>> = {}): JsonValue => ({
    type: 'Text',
    data: { style: { padding: padding(8, 8), ...more }, props: { text: value } },
  });
  return {
    root: {
      type: 'EmailLayout',
      data: {
        backdropColor: '#F5F5F5',
        canvasColor: '#FFFFFF',
        textColor: '#262626',
        fontFamily: 'MODERN_SANS',
        childrenIds: ['heading', 'greeting', 'message', ...(code === undefined ? [] : ['code']), 'action', 'line', 'note'],
      },
    },
    heading: { type: 'Heading', data: { style: { padding: padding(32, 8) }, props: { text: heading, level: 'h3' } } },
    greeting: text('Hi{{#if userDisplayName}}, {{ userDisplayName }}{{/if}}!'),
    message: text(message),
    ...(code === undefined ? {} : { code: text(code, { fontSize: 28, fontFamily: 'MONOSPACE', fontWeight: 'bold' }) }),
    action: {
      type: 'Button',
      data: {
        style: { padding: padding(12, 12), textAlign: 'left' },
        props: { text: action, url: `{{ ${link} }}`, buttonBackgroundColor: '#262626', buttonTextColor: '#FFFFFF', buttonStyle: 'rounded' },
      },
    },
    line: { type: 'Divider', data: { style: { padding: padding(16, 16) }, props: { lineColor: '#DDDDDD', lineHeight: 1 } } },
    note: text(note, { fontSize: 13, color: '#666666' }),
  };
}

const unexpectedNote = (what: string) => `If you didn’t request this, you can ignore this email${what}.`;

export const defaultTemplates: Readonly<Record<TemplateType, Wording>> = {
  email_verification: {
    subject: 'Verify your email at {{ projectDisplayName }}',
    content: messageContent({
      heading: 'Verify your email at {{ projectDisplayName }}',
      message: 'Please confirm that this email address is yours.',
      action: 'Verify my email',
      link: 'emailVerificationLink',
      note: unexpectedNote(''),
    }),
  },
  password_reset: {
    subject: 'Reset your password at {{ projectDisplayName }}',
    content: messageContent({
      heading: 'Reset your password at {{ projectDisplayName }}',
      message: 'Choose a new password for your account.',
      action: 'Reset my password',
      link: 'passwordResetLink',
      note: unexpectedNote('; your password won’t change'),
    }),
  },
  magic_link: {
    subject: 'Sign in to {{ projectDisplayName }}: Your code is {{ otp }}',
    content: messageContent({
      heading: 'Sign in to {{ projectDisplayName }}',
      message: 'Enter this one-time code where you requested it, or select the button.',
      code: '{{ otp }}',
      action: 'Sign in',
      link: 'magicLink',
      note: unexpectedNote(''),
    }),
  },
  team_invitation: {
    subject: 'You have been invited to join {{ teamDisplayName }}',
    content: messageContent({
      heading: 'You are invited to {{ teamDisplayName }}',
      message: 'Join the team {{ teamDisplayName }} at {{ projectDisplayName }}.',
      action: 'Join {{ teamDisplayName }}',
      link: 'teamInvitationLink',
      note: unexpectedNote(''),
    }),
  },
  sign_in_invitation: {
    subject: 'You have been invited to sign in to {{ projectDisplayName }}',
    content: messageContent({
      heading: 'You are invited to {{ projectDisplayName }}',
      message: 'You are invited to sign in{{#if teamDisplayName}} and to work with {{ teamDisplayName }}{{/if}}.',
      action: 'Sign in',
      link: 'signInInvitationLink',
      note: unexpectedNote(''),
    }),
  },
};

/** Sign-in email for clients that can't use typed codes: the same subject, with the link only. */
export const magicLinkWithoutCode: Wording = {
  subject: defaultTemplates.magic_link.subject,
  content: messageContent({
    heading: 'Sign in to {{ projectDisplayName }}',
    message: 'Select the button to sign in.',
    action: 'Sign in',
    link: 'magicLink',
    note: unexpectedNote(''),
  }),
};
