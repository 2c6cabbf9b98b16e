/** Passwords, one-time codes, two-factor authentication, tokens and sessions (wire/endpoints 1, wire/flows 1 to 3). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxSessionMillis } from '../limits';
import { email, id, listOf, password, strictEmail, success, url, userIdOrMe, verificationCode } from './models/fields';
import { codeIsValid, newUserSignedIn, session, signedIn } from './models/user-models';
import { reads } from './read-groups';

const refreshGrant = z.object({
  grant_type: z.literal('refresh_token'),
  refresh_token: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
});
/** The secret is optional, because the verifier identifies the client (wire/endpoints 2.3). */
const codeGrant = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  redirect_uri: z.string(),
  code_verifier: z.string(),
  client_id: z.string(),
  client_secret: z.string().optional(),
});

export const auth = {
  passwordSignUp: endpoint({
    method: 'POST',
    path: '/auth/password/sign-up',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ email: strictEmail, password, verification_callback_url: url }),
        response: signedIn,
      },
    },
  }),
  passwordSignIn: endpoint({
    method: 'POST',
    path: '/auth/password/sign-in',
    adapted: 'email-lower-case',
    offered: false,
    journal: { none: 'sign-in' },
    actors: { none: { access: 'client', body: z.strictObject({ email, password }), response: signedIn } },
  }),
  sendPasswordReset: endpoint({
    method: 'POST',
    path: '/auth/password/send-reset-code',
    adapted: 'email-lower-case',
    invalidates: reads.sentEmails,
    journal: { subject: { kind: 'email' }, before: null, undo: { none: 'email-sent' } },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ email, callback_url: url }),
        /** A message that does not reveal whether the email is known. */
        response: z.object({ success: z.string() }),
      },
    },
  }),
  checkPasswordReset: endpoint({
    method: 'POST',
    path: '/auth/password/reset/check-code',
    effect: 'read',
    offered: false,
    actors: { none: { access: 'client', body: z.strictObject({ code: verificationCode }), response: codeIsValid } },
  }),
  /** Uses the code even when the password is rejected. Ends all sessions (wire/flows 10). */
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/password/reset',
    offered: false,
    journal: { subject: { kind: 'account' }, before: null, undo: { none: 'password' } },
    actors: { none: { access: 'client', body: z.strictObject({ code: verificationCode, password }), response: success } },
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/auth/password/set',
    changesSignIn: true,
    invalidates: [...reads.users, ...reads.sessions, ...reads.metrics],
    journal: { subject: { kind: 'account', id: 'account' }, before: null, undo: { none: 'password' } },
    actors: { account: { access: 'client', body: z.strictObject({ password }), response: success } },
  }),
  /** Ends all sessions except the one whose refresh token is sent. */
  updatePassword: endpoint({
    method: 'POST',
    path: '/auth/password/update',
    changesSignIn: true,
    invalidates: [...reads.users, ...reads.sessions],
    journal: { subject: { kind: 'account', id: 'account' }, before: null, undo: { none: 'password' } },
    actors: {
      account: { access: 'client', body: z.strictObject({ old_password: password, new_password: password }), response: success },
    },
  }),
  /** Sends an email with a link and six characters, which form the code together with the nonce (wire/flows 3). */
  sendSignInCode: endpoint({
    method: 'POST',
    path: '/auth/otp/send-sign-in-code',
    adapted: 'email-lower-case',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ email: strictEmail, callback_url: url }),
        response: z.object({ nonce: z.string().length(39) }),
      },
    },
  }),
  checkSignInCode: endpoint({
    method: 'POST',
    path: '/auth/otp/sign-in/check-code',
    effect: 'read',
    offered: false,
    actors: { none: { access: 'client', body: z.strictObject({ code: verificationCode }), response: codeIsValid } },
  }),
  codeSignIn: endpoint({
    method: 'POST',
    path: '/auth/otp/sign-in',
    offered: false,
    journal: { none: 'sign-in' },
    actors: { none: { access: 'client', body: z.strictObject({ code: verificationCode }), response: newUserSignedIn } },
  }),
  /** Two-factor authentication of all sign-in methods. After a wrong TOTP, the attempt code stays valid (wire/flows 2). */
  mfaSignIn: endpoint({
    method: 'POST',
    path: '/auth/mfa/sign-in',
    offered: false,
    journal: { none: 'sign-in' },
    actors: {
      none: {
        access: 'client',
        body: z.strictObject({ code: verificationCode, type: z.literal('totp'), totp: z.string() }),
        response: newUserSignedIn,
      },
    },
  }),
  anonymousSignUp: endpoint({
    method: 'POST',
    path: '/auth/anonymous/sign-up',
    offered: false,
    journal: { none: 'sign-in' },
    actors: { none: { access: 'client', response: signedIn } },
  }),
  /**
   * The direct form of a refresh (wire/flows 1.3). The token is sent in `x-stack-refresh-token`. It can be repeated, because a refresh token is neither
   * replaced nor used up.
   */
  refresh: endpoint({
    method: 'POST',
    path: '/auth/sessions/current/refresh',
    idempotent: true,
    offered: false,
    journal: { none: 'refresh' },
    actors: { none: { access: 'client', response: z.object({ access_token: z.string() }) } },
  }),
  /**
   * The OAuth form of a refresh (wire/flows 1.3), and the exchange of an authorization code (wire/flows 5.1). Only the exchange returns a
   * refresh token and the fields after it. The value of `expires_in` is meaningless and therefore not read. Only refreshes are sent as calls, which can
   * be repeated; a code, which can't, is exchanged by the OAuth library.
   */
  token: endpoint({
    method: 'POST',
    path: '/auth/oauth/token',
    idempotent: true,
    offered: false,
    journal: { none: 'refresh' },
    actors: {
      none: {
        access: 'public',
        bodyType: 'form',
        body: z.discriminatedUnion('grant_type', [refreshGrant, codeGrant]),
        response: z.object({
          access_token: z.string(),
          refresh_token: z.string().optional(),
          is_new_user: z.boolean().optional(),
          after_callback_redirect_url: z.string().nullable().optional(),
        }),
      },
    },
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/current',
    effect: 'write',
    allowedAtEveryLevel: true,
    offered: false,
    journal: { subject: { kind: 'session', user: 'account' }, before: null, undo: { none: 'session' } },
    actors: { account: { access: 'client', response: success } },
  }),
  /** Creates a session as a server, also for impersonation (wire/flows 14). */
  createSession: endpoint({
    method: 'POST',
    path: '/auth/sessions',
    offered: false,
    journal: { subject: { kind: 'session', user: 'body.user_id' }, before: null, undo: { none: 'session' } },
    actors: {
      project: {
        access: 'server',
        body: z.strictObject({
          user_id: id,
          expires_in_millis: z.number().max(maxSessionMillis).optional(),
          is_impersonation: z.boolean().optional(),
        }),
        response: z.object({ refresh_token: z.string(), access_token: z.string() }),
      },
    },
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    responds: 'own-sessions',
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOf(session) },
      /** Impersonation sessions are listed for admin access only. */
      project: { access: 'server', prefers: 'admin', query: z.strictObject({ user_id: id }), response: listOf(session) },
    },
  }),
  revokeSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    params: z.strictObject({ id }),
    invalidates: reads.sessions,
    journal: { subject: { kind: 'session', id: 'params.id', user: 'query.user_id' }, before: 'auth.sessions', undo: { none: 'session' } },
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: success },
      project: { access: 'server', query: z.strictObject({ user_id: id }), response: success },
    },
  }),
};
