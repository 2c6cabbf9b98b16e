/** Errors that users get when the service, or another server at its address, fails. */
import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ErrorCode } from '#contract/error-codes.ts';
import { AppError } from '#contract/errors.ts';
import { errorDetails, errorText } from '#lib/errors/error-text.ts';
import { dateTime } from '#lib/intl/format.ts';
import { createTranslator } from '#messages/translator.ts';
import { someDay } from '../support/fake-clock';
import { good, type Kind, over, type SceneOptions, secrets, setScene, user } from '../support/main/fault-scene';
import { selfSigned } from '../support/service/certificate';
import * as does from '../support/service/fault-answers';
import { type Fault, type FaultServer, startFaultServer } from '../support/service/fault-server';
import { startStubService, unknownHost, unusedPort } from '../support/service/stub-service';

type Tries = Readonly<Record<Kind, number>>;

/** Network failures, retried where that is safe. A sign-out is limited to 5 s, in which not every try fits. */
const repeated: Tries = { read: 5, write: 1, refresh: 5, 'sign-out': 4 };
/** The service requests another try. */
const always: Tries = { read: 5, write: 5, refresh: 5, 'sign-out': 5 };
/** Other responses are final. */
const once: Tries = { read: 1, write: 1, refresh: 1, 'sign-out': 1 };
/** A sign-out that fails with 500 asks whether its session is gone. */
const asked: Tries = { ...once, 'sign-out': 2 };

/** The title of a pause that isn’t waited for, which ends so many milliseconds later. */
const pauseUntil = (millis: number) => `Too many requests: the service requires a pause until ${dateTime(someDay + millis, 'en')}`;

/** Error titles on the screen. */
const titles: Partial<Record<ErrorCode, string>> = {
  unreachable: 'Couldn’t reach the service',
  'name-not-found': 'Couldn’t find the server at this URL',
  'tls-refused': 'Couldn’t establish a secure connection',
  'tls-untrusted': 'This computer doesn’t trust the server’s certificate',
  'connection-lost': 'The connection was lost before the response was complete',
  'timed-out': 'The service took too long to respond',
  'bad-response': 'The service sent a response that Latchkey can’t read',
  'protocol-violation': 'The service sent an inconsistent response, which was ignored',
  'redirect-refused': 'The service tried to redirect Latchkey to another URL',
  'rate-limited': 'Too many requests',
};

/** Maximum total seconds of waiting between tries: 1.5 times 1, 2, 4 and 8 for calls, the limit of a sign-out. */
const longest: Readonly<Record<Kind, number>> = { read: 22.5, write: 22.5, refresh: 22.5, 'sign-out': 5 };

const impatient = { limits: { headers: 120, idle: 120 } };
const brief = { limits: { total: 250 } };
const deepUser = `${JSON.stringify(user).slice(0, -1)},"client_metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
const wrongUser = { code: 'USER_NOT_FOUND', error: 'No such user.' };
const limited = (wait?: string) => does.plain(429, 'Slow down', wait === undefined ? {} : { 'retry-after': wait });
const loops = does.plain(508, 'INFINITE_LOOP_DETECTED');

type Title = string | null | Readonly<Record<Kind, string>>;
type Row = readonly [what: string, fault: Fault, code: ErrorCode, tries: Tries, title?: Title, own?: SceneOptions];

const larger = (megabytes: number) => `The response is larger than ${megabytes}\u00a0MB`;
const tooManyBytes = { read: larger(16), write: larger(16), refresh: larger(1), 'sign-out': larger(1) };
const tooDeep = 'The response is nested more than 200 levels deep';

const answers: readonly Row[] = [
  ['closes the connection', does.reset, 'connection-lost', repeated],
  ['is silent', does.stallBeforeHeaders, 'timed-out', repeated, null, impatient],
  ['stops within the headers', does.stallWithinHeaders, 'timed-out', repeated, null, impatient],
  ['stops within the body', does.stallWithinBody, 'timed-out', repeated, null, impatient],
  ['sends headers a byte at a time, without end', does.dribbleHeaders(50), 'timed-out', repeated, null, impatient],
  ['sends a body a byte at a time, without end', does.dribble(50), 'timed-out', repeated, null, brief],
  ['stops in the middle of a chunk and closes', does.truncatedChunks, 'connection-lost', repeated],
  ['promises more bytes than it sends', does.lengthTooLong, 'connection-lost', repeated],
  ['promises fewer bytes than it sends', does.lengthTooShort, 'bad-response', once],
  ['speaks another protocol', does.notHttp, 'connection-lost', repeated],
  ['sends 50 MB packed into 50 kB', does.gzipBomb(), 'bad-response', once],
  ['sends a list of 70 MB', does.endlessList(70), 'response-too-large', once, tooManyBytes],
  ['is the sign-in page of a hotspot', does.captivePortal, 'bad-response', once],
  ['sends nothing: 204', does.answer(204), 'bad-response', once],
  ['sends nothing: 200', does.answer(200), 'bad-response', once],
  ['sends null', does.json(null), 'bad-response', once],
  ['sends a list for an object', does.json([]), 'bad-response', once],
  ['sends lists within lists, 100 000 deep', does.deepJson(), 'bad-response', once, tooDeep],
  ['sends metadata 100 000 deep', does.json(deepUser), 'bad-response', once, tooDeep],
  ['sends keys that mean something to JavaScript', does.prototypeKeys, 'bad-response', once],
  ['sends bytes that are no text', does.invalidUtf8, 'bad-response', once],
  ['names one error in the header, another in the body', does.known('TEAM_NOT_FOUND', 404, wrongUser), 'protocol-violation', once],
  ['names an error in the header only', does.known('USER_NOT_FOUND', 404, {}), 'protocol-violation', once],
  ['means a status that is none', does.known('USER_NOT_FOUND', 'soon', wrongUser), 'protocol-violation', once],
  ['means a status that is no failure', does.json(user, { 'x-stack-actual-status': '200' }), 'protocol-violation', once],
  [
    'knows an error we do not',
    does.known('NEW_RULE', 418, { code: 'NEW_RULE', error: 'Tea only.' }),
    'known-error',
    once,
    'The service rejected the request: Tea only. (NEW_RULE)',
  ],
  ['leaves the details of an error out', does.known('USER_NOT_FOUND', 404, wrongUser), 'known-error', once, 'This user no longer exists'],
  [
    'fails: 500',
    does.plain(500, 'Something went wrong.'),
    'service-error',
    asked,
    'The service returned an error (status\u00a0500): Something went wrong.',
  ],
  [
    'fails: 502',
    does.answer(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' }),
    'service-error',
    once,
    'The service returned an error (status\u00a0502)',
  ],
  [
    'fails and says when it will not: 503',
    does.plain(503, 'Later', { 'retry-after': '1' }),
    'service-error',
    once,
    'The service returned an error (status\u00a0503): Later',
  ],
  ['asks for a pause', limited(), 'rate-limited', always],
  ['asks for a second', limited('1'), 'rate-limited', always],
  ['asks for a pause until a time', limited('Fri, 20 Nov 2026 12:00:01 GMT'), 'rate-limited', always],
  ['asks for a pause until a time gone by', limited('Fri, 20 Nov 2026 11:00:00 GMT'), 'rate-limited', always],
  ['asks for less than no pause', limited('-5'), 'rate-limited', always],
  ['asks for a pause in words', limited('soon'), 'rate-limited', always],
  ['requests a pause of an hour', limited('3600'), 'rate-limited', once, pauseUntil(3_600_000)],
  ['asks for thirty thousand years', limited('1000000000000'), 'rate-limited', once, pauseUntil(100 * 365 * 86_400_000)],
  ['takes us for a circle: 508', loops, 'rate-limited', always],
  ...[301, 302, 303, 307, 308].map(
    (status): Row => [`sends us to itself: ${status}`, does.redirect(status, '/api/v1/users/me'), 'redirect-refused', once],
  ),
];

const kinds: readonly Kind[] = ['read', 'write', 'refresh', 'sign-out'];

async function sceneFor(baseUrl: string, kind: Kind, own: SceneOptions = {}) {
  const scene = await setScene(baseUrl, { ...own, ...(kind === 'refresh' ? { access: over } : {}) });
  onTestFinished(() => scene.close());
  return scene;
}

type Scene = Awaited<ReturnType<typeof sceneFor>>;

/** Makes the call and returns its error. A sign-out never fails; its result reports what it couldn't do. */
async function failing(scene: Scene, kind: Kind): Promise<AppError | null> {
  const outcome = await scene.call(kind).then(
    (value) => ({ value }),
    (thrown: unknown) => ({ thrown }),
  );
  if (kind === 'sign-out') {
    expect(outcome).toEqual({ value: { endedAtService: false } });
    return null;
  }
  expect(outcome).toHaveProperty('thrown');
  const { thrown } = outcome as { thrown: unknown };
  if (!(thrown instanceof AppError)) throw thrown;
  return thrown;
}

function expectNoSecrets(error: AppError): void {
  const told = [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), errorDetails(error.report), String(error.stack)];
  for (const secret of secrets) expect(told.join('\n')).not.toContain(secret);
  expect(JSON.parse(JSON.stringify(error.report))).toEqual(error.report);
}

/** Checks that the session survives the failure. The account that signed out is removed in any case. */
async function expectSurvival(scene: Scene, kind: Kind, healthy: FaultServer): Promise<void> {
  if (kind === 'sign-out') {
    expect([scene.accounts(), await scene.secretsLeft()]).toEqual([[], [null, null]]);
    return;
  }
  Object.assign(scene, { baseUrl: healthy.url, limits: {} });
  expect(scene.accounts()).toMatchObject([{ state: 'signed-in' }]);
  expect(await scene.call('read')).toMatchObject({ id: user.id });
}

async function expectOutcome(scene: Scene, kind: Kind, [, , code, tries, title]: Row): Promise<void> {
  const error = await failing(scene, kind);
  if (error !== null) {
    expect(error.code).toBe(code);
    expect(errorText(createTranslator('en'), error.report).title).toBe((typeof title === 'object' ? title?.[kind] : title) ?? titles[code]);
    expectNoSecrets(error);
    expect(scene.requests).toHaveLength(tries[kind]);
  } else {
    expect(scene.requests.length).toBeGreaterThanOrEqual(1);
    expect(scene.requests.length).toBeLessThanOrEqual(tries[kind]);
  }
  expect(scene.waited()).toBeLessThanOrEqual(longest[kind] * 1000 + 1000);
}

describe.each(answers.map((row) => ({ what: row[0], row })))('a service that $what', ({ row }) => {
  test.each(kinds)('%s', async (kind) => {
    const server = await startFaultServer(row[1]);
    const scene = await sceneFor(server.url, kind, row[5]);
    await expectOutcome(scene, kind, row);
    server.fault = good;
    await expectSurvival(scene, kind, server);
  });
});

describe('an unreachable service', () => {
  const rows: readonly (readonly [what: string, address: () => Promise<string>, code: ErrorCode, tries: Tries])[] = [
    ['a closed port', async () => `http://127.0.0.1:${await unusedPort()}`, 'unreachable', repeated],
    ['no such name', async () => `http://${unknownHost}`, 'name-not-found', repeated],
    ['a self-signed certificate', async () => (await startFaultServer(good, selfSigned())).url, 'tls-untrusted', once],
    ['no TLS at all', async () => (await startStubService(() => ({}))).url.replace('http', 'https'), 'tls-refused', once],
  ];
  describe.each(rows)('%s', (what, address, code, tries) => {
    test.each(kinds)('%s', async (kind) => {
      const scene = await sceneFor(await address(), kind);
      await expectOutcome(scene, kind, [what, good, code, tries]);
      await expectSurvival(scene, kind, await startFaultServer(good));
    });
  });
});

test('prototype keys have not changed JavaScript’s prototypes', () => {
  expect('isAdmin' in {}).toBe(false);
});
