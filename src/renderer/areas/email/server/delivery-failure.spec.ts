import { expect, it } from 'vitest';
import { causeOf, type FailureCause } from './delivery-failure';

it.each<[FailureCause, readonly string[]]>([
  [
    'login',
    [
      'Failed to authenticate with the email server. Please check your email credentials configuration.',
      'Invalid login: 535-5.7.8 Username and Password not accepted',
      'Email server rejected the email: Mail command failed: 530 5.7.0 Authentication Required',
      'Missing credentials for "PLAIN"',
    ],
  ],
  [
    'host',
    [
      'Failed to connect to the email host. Please make sure the email host configuration is correct.',
      'getaddrinfo ENOTFOUND smtp.engines.example',
      'connect EHOSTUNREACH 10.0.0.1:587',
      'queryA EAI_AGAIN smtp.engines.example',
    ],
  ],
  ['refused', ['connect ECONNREFUSED 127.0.0.1:587']],
  [
    'timeout',
    [
      'Timed out while sending test email. Make sure the email server is running and accepting connections.',
      'Timed out. Make sure the email server is running and accepting connections.',
      'Greeting never received',
      'connect ETIMEDOUT 10.0.0.1:25',
      'Connection timeout',
    ],
  ],
  [
    'encryption',
    ['error:0A00010B:SSL routines::wrong version number', 'Error initiating TLS - 454', 'Must issue a STARTTLS command first'],
  ],
  [
    'certificate',
    [
      'self-signed certificate in certificate chain',
      'Hostname/IP does not match certificate’s altnames',
      'CERT_HAS_EXPIRED',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
    ],
  ],
  [
    'sender',
    [
      'Email server rejected the email: Mail command failed: 553 Not from there',
      'Email server rejected the email: 550 5.7.1 Relaying denied',
      '554 Message rejected: Email address is not verified. Sender domain not verified',
    ],
  ],
  [
    'recipient',
    [
      'Email server rejected the email: Can’t send mail - all recipients were rejected: 550 Unknown recipient',
      '550 5.1.1 The email account that you tried to reach does not exist',
    ],
  ],
  ['limit', ['421 Too many connections', '452 4.5.3 Too many recipients', 'Daily quota exceeded', '450 4.7.1 Rate limit exceeded']],
  [
    'deferred',
    [
      'Email server rejected the email: 450 Try again later',
      '450 4.2.0 Recipient address rejected: Greylisted, see http://postgrey.example',
      '451 4.7.1 Greylisting in action, come back in 5 minutes',
    ],
  ],
  ['closed', ['The email server closed the connection. Please make sure the email port configuration is correct.', 'read ECONNRESET']],
  ['nonsense', ['Invalid greeting. response=HTTP/1.1 400 Bad Request', 'Unexpected response from the server']],
  [
    'other',
    [
      'Unknown error while sending test email. Make sure the email server is running and accepting connections.',
      'oops',
      '',
      '日本語',
      '\0',
    ],
  ],
])('%s', (cause, messages) => {
  expect(messages.map((words) => [words, causeOf(words)])).toEqual(messages.map((words) => [words, cause]));
});

it('is quick for a long message', () => {
  expect(causeOf('x '.repeat(200_000))).toBe('other');
});
