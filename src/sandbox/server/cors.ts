/** Cross-origin headers (wire/conventions 11). */

const requestHeaders = [
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-stack-client-version',
  'x-stack-disable-artificial-development-delay',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-refresh-token',
  'x-stack-access-token',
  'baggage',
  'sentry-trace',
  'x-vercel-protection-bypass',
];

const responseHeaders = ['content-type', 'x-stack-actual-status', 'x-stack-known-error'];

/** Headers of every response below `/api`. */
export const allowOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-allow-headers': requestHeaders.join(', '),
  'access-control-expose-headers': responseHeaders.join(', '),
};
