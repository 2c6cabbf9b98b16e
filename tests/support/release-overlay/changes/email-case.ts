/** Email addresses are stored in lower case, and for a while looked up as they were typed. */
import { plainFailure } from '#sandbox/http/failures.ts';
import type { Change } from '../change';
import { fieldsOf, withFields } from '../exchange';

const source = 'wire/corrections 2.8.26: addresses; wire/limits 1: e-mail case';

/** Calls that store an address, and the field it is in. */
const stored = [
  ['POST', '/auth/password/sign-up', 'email'],
  ['POST', '/users', 'primary_email'],
  ['PATCH', '/users/{user_id}', 'primary_email'],
  ['POST', '/contact-channels', 'value'],
  ['PATCH', '/contact-channels/{user_id}/{id}', 'value'],
] as const;

/** Calls that look an address up. */
const lookedUp = [
  ['POST', '/auth/password/sign-in', 'email'],
  ['POST', '/auth/password/send-reset-code', 'email'],
  ['POST', '/auth/otp/send-sign-in-code', 'email'],
] as const;

const lowerCase =
  (since: string) =>
  ([method, path, field]: readonly [string, string, string]): Change => ({
    source,
    since,
    method,
    path,
    async respond({ request, forward }) {
      const { [field]: email } = fieldsOf(request.body);
      return typeof email === 'string' ? forward(withFields(request, { [field]: email.toLowerCase() })) : forward();
    },
  });

/** A one-time code is its six characters and the nonce. */
const codeLetters = 6;

export const emailCaseChanges: readonly Change[] = [
  ...stored.map(lowerCase('2.8.17')),
  ...lookedUp.map(lowerCase('2.8.48')),
  {
    source,
    since: '2.8.17',
    until: '2.8.48',
    method: 'POST',
    path: '/auth/otp/send-sign-in-code',
    async respond({ request, forward, state }) {
      const { email } = fieldsOf(request.body);
      const response = await forward();
      const { nonce } = fieldsOf(response.body);
      if (typeof nonce === 'string' && email !== String(email).toLowerCase()) state.capitalNonces.add(nonce);
      return response;
    },
  },
  {
    source: `${source}: /auth/otp/sign-in 500`,
    since: '2.8.17',
    until: '2.8.48',
    method: 'POST',
    path: '/auth/otp/sign-in',
    async respond({ request, forward, state }) {
      const { code } = fieldsOf(request.body);
      if (!state.capitalNonces.has(String(code).slice(codeLetters))) return forward();
      throw plainFailure(500, 'Something went wrong. Please make sure the data you entered is correct.');
    },
  },
];
