import { describe, expect, test } from 'vitest';
import type { KnownFeatures } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import { featureSince, features } from '#contract/features.ts';
import { numberedRelease } from '#contract/releases.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createScriptedTransport, knownError, reportOf, response, seededRandom } from '#tests/support/main/test-ports.ts';
import type { TransportRequest, TransportResponse } from '../../ports/ports';
import { keysInHand } from '../project-keys';
import { createSender } from '../send';
import { detectRelease, expectedFeatures, serverRelease } from './detect-release';
import { releaseIn } from './probe-endpoints';
import { createReleases, type Detection, detectionTtlMillis, missingPathTtlMillis } from './releases';

const keys = { client: 'pck', server: 'ssk', admin: 'sak' };
const target = { baseUrl: 'http://x.test', projectId: 'p', keys: keysInHand(keys) };
const missing = response("404 — this page does not exist in Stack Auth's API.\n\nURL: http://x.test", { status: 404 });
const refused = knownError('ACCESS_TYPE_REQUIRED', 400);
const outdated = (release: string) =>
  response({
    upToDate: false,
    severe: true,
    error: `You are running an outdated version of Stack Auth (v99.0.0; the current version is v${release}).`,
  });

/** By path; `x-hexclave` for requests whose headers have the new names. */
type Answers = Readonly<Record<string, TransportResponse>>;

function serviceOf(answers: Answers, otherwise: TransportResponse = missing) {
  const transport = createScriptedTransport(({ url, headers }: TransportRequest) => {
    const underNewNames = 'x-hexclave-project-id' in headers ? answers['x-hexclave'] : undefined;
    return underNewNames ?? answers[new URL(url).pathname.replace('/api/v1', '')] ?? otherwise;
  });
  const clock = createFakeClock();
  return { transport, clock, sender: createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' }) };
}

const baseline: Answers = {
  '/check-version': outdated('2.8.4'),
  '/email-templates': refused,
  '/team-invitations': knownError('SCHEMA_ERROR', 400),
  '/projects/current': knownError('CLIENT_AUTHENTICATION_REQUIRED', 401),
  'x-hexclave': refused,
};
const newest: Answers = {
  '/check-version': outdated('2.8.86'),
  '/email-templates': missing,
  '/team-invitations': knownError('CANNOT_GET_OWN_USER_WITHOUT_USER', 400),
  '/internal/projects/current': response({ id: 'p', owner_team_id: 't', config: { allow_localhost: true } }),
  '/projects/current': response({ id: 'p', config: { domains: [] } }),
};

describe('a service', () => {
  test('of the baseline has none of it', async () => {
    const { sender } = serviceOf(baseline);
    const found = await detectRelease(sender, target);
    expect(found).toEqual({ release: '2.8.4', features: Object.fromEntries(features.map((feature) => [feature, false])) });
  });

  test('of the newest release has all of it', async () => {
    const { sender } = serviceOf(newest, refused);
    expect(await detectRelease(sender, target)).toEqual({
      release: '2.8.86',
      features: Object.fromEntries(features.map((feature) => [feature, true])),
    });
  });

  test('that does not report its release is detected by its responses', async () => {
    const { sender } = serviceOf({ ...newest, '/check-version': response({ upToDate: true }) }, refused);
    const { release, features: found } = await detectRelease(sender, target);
    expect(release).toBeNull();
    expect(found).toEqual(Object.fromEntries(features.map((feature) => [feature, true])));
  });

  describe('that does not report its release', () => {
    const detect = async (answers: Answers, otherwise?: TransportResponse) => {
      const { sender } = serviceOf({ '/check-version': response({ upToDate: true }), ...answers }, otherwise);
      return (await detectRelease(sender, { ...target, keys: {} })).features;
    };

    test('has what later features imply, and not what the lack of earlier ones does', async () => {
      const found = await detect(
        { '/emails/outbox': refused, '/internal/config/override/project': missing },
        response('oops', { status: 500 }),
      );
      expect(found).toEqual({
        'empty-session-lists': true,
        'lower-case-emails': true,
        'trusted-ports': true,
        'anonymous-opt-in': true,
        'test-emails-unlisted': true,
        'email-outbox': true,
        'old-email-kept': true,
        'config-levels': false,
        'draft-deletion': false,
        'scheduled-emails': false,
      });
    });

    test('may have what lies between a feature that it has and one that it lacks', async () => {
      const found = await detect(
        { '/oauth-providers': refused, '/internal/projects/transfer': missing },
        response('oops', { status: 500 }),
      );
      expect(found).toMatchObject({ 'lower-case-emails': true, 'anonymous-opt-in': false, 'old-email-kept': false });
      expect(found).not.toHaveProperty('trusted-ports');
    });

    test('may have what contradictory responses imply', async () => {
      const found = await detect({ '/emails/outbox': refused, '/oauth-providers': missing }, response('oops', { status: 500 }));
      expect(found).not.toHaveProperty('anonymous-opt-in');
      expect(found).toMatchObject({ 'lower-case-emails': true, 'email-outbox': true, 'oauth-providers': false });
    });
  });

  test('that has more features than its number implies keeps them', async () => {
    const { sender } = serviceOf({ ...baseline, '/oauth-providers': response({}, { status: 405 }) });
    expect((await detectRelease(sender, target)).features).toMatchObject({ 'oauth-providers': true, 'config-override': false });
  });

  test.each([
    { what: 'a fault', answer: response('oops', { status: 500 }) },
    { what: 'a request for a pause', answer: response('', { status: 429 }) },
    { what: 'a web page', answer: response('<html>') },
  ])('that answers with $what has said nothing', async ({ answer }) => {
    const { sender } = serviceOf({}, answer);
    expect(await detectRelease(sender, target)).toEqual({ release: null, features: {} });
  });

  test.each(['unreachable', 'timed-out', 'connection-lost', 'tls-refused'] as const)(
    'that cannot be asked (%s) is not judged',
    async (code) => {
      const { sender, transport } = serviceOf(baseline);
      transport.answer = () => {
        throw fail(code);
      };
      expect(await reportOf(detectRelease(sender, target))).toEqual({ code });
    },
  );

  test('gets each probe once, without a key where that shows as much', async () => {
    const { sender, transport } = serviceOf(newest, refused);
    await detectRelease(sender, target);
    const sent = transport.requests.map(({ method, url }) => `${method} ${url.replace('http://x.test/api/v1', '')}`);
    expect(sent.sort()).toEqual([
      'GET /connected-accounts/me',
      'GET /email-templates',
      'GET /emails/capacity-boost',
      'GET /emails/delivery-info',
      'GET /emails/notification-preference/me',
      'GET /emails/outbox',
      'GET /internal/config',
      'GET /internal/config/override/project',
      'GET /internal/email-drafts',
      'GET /internal/email-themes',
      'GET /internal/emails/managed-onboarding/list',
      // Once without a key for its path, once with one for the project.
      'GET /internal/projects/current',
      'GET /internal/projects/current',
      'GET /internal/sign-up-rules-stats',
      'GET /oauth-providers',
      // Once under each name of the headers.
      'GET /projects/current',
      'GET /projects/current',
      'GET /team-invitations?user_id=me',
      'POST /check-version',
      'POST /emails/render-email',
      'POST /integrations/credential-scanning/revoke',
      'POST /internal/config/override/environment/reset-keys',
      'POST /internal/onboarding/preview-affected-users',
      'POST /internal/projects/transfer',
      'POST /internal/send-sign-in-invitation',
      'POST /internal/sign-up-rules-test',
    ]);
    const withKeys = transport.requests.filter(({ headers }) =>
      Object.values(headers).some((value) => Object.values(keys).includes(value)),
    );
    expect(withKeys.map(({ url }) => new URL(url).pathname.replace('/api/v1', '')).sort()).toEqual([
      '/internal/projects/current',
      '/team-invitations',
    ]);
  });

  test('is detected without waiting for the features that the detection itself finds', async () => {
    const { sender } = serviceOf(newest, refused);
    const waiting = { ...target, features: () => detection };
    const detection: Promise<KnownFeatures> = detectRelease(sender, waiting).then(({ features: found }) => found);
    expect(await detection).toMatchObject({ 'keyless-clients': true, 'owner-team': true });
  });

  test('is asked only what the credentials allow', async () => {
    const { sender, transport } = serviceOf(baseline);
    const { features: found } = await detectRelease(sender, { ...target, keys: {} });
    const withProject = transport.requests.filter(({ headers }) => headers['x-stack-project-id'] !== undefined);
    expect(withProject.map(({ url }) => url)).toEqual(['http://x.test/api/v1/projects/current']);
    expect(found['internal-project-path']).toBe(false);
  });
});

/** Responds to `/check-version` as each release does: with the field of later clients, and without it. */
describe('a service that is asked for its release', () => {
  const later = outdated('1.0.125');
  const renamed = response({
    upToDate: false,
    severe: true,
    error: 'The packages of this client have been renamed. Install the new ones.',
  });
  const refusedField = knownError('SCHEMA_ERROR', 400);
  const all = Object.fromEntries(features.map((feature) => [feature, true]));

  test.each([
    { what: '2.8.4', plain: outdated('2.8.4'), named: refusedField, release: { number: '2.8.4', isNewer: false } },
    { what: '2.8.86', plain: outdated('2.8.86'), named: refusedField, release: { number: '2.8.86', isNewer: false } },
    { what: '2.8.109', plain: outdated('2.8.109'), named: refusedField, release: { number: '2.8.109', isNewer: false } },
    { what: '1.0.0', plain: renamed, named: outdated('1.0.0'), release: { number: '1.0.0', isNewer: true } },
    { what: '1.0.125', plain: renamed, named: later, release: { number: '1.0.125', isNewer: true } },
    // Its number is of a series that has existed before, but only later releases name it to renamed packages alone.
    { what: '2.0.3 under the new name', plain: renamed, named: outdated('2.0.3'), release: { number: '2.0.3', isNewer: true } },
    { what: 'one that requires the field', plain: refusedField, named: later, release: { number: '1.0.125', isNewer: true } },
    { what: 'one that names no number', plain: renamed, named: renamed, release: { number: null, isNewer: true } },
    { what: 'one that refuses both', plain: refusedField, named: refusedField, release: null },
    { what: 'one that names none and refuses the field', plain: renamed, named: refusedField, release: null },
    {
      what: 'one to which every client is up to date',
      plain: response({ upToDate: true }),
      named: response({ upToDate: true }),
      release: null,
    },
    { what: 'another server', plain: response({ ok: true }), named: response({ ok: true }), release: null },
    { what: 'a server without the path', plain: missing, named: missing, release: null },
  ])('is $what', async ({ plain, named, release }) => {
    const { sender, transport } = serviceOf({});
    transport.answer = ({ body }) => (String(body).includes('"clientPackageName":"@hexclave/') ? named : plain);
    expect(await serverRelease(sender, target)).toEqual(release);
    expect(transport.requests.every(({ headers }) => Object.keys(headers).every((name) => !name.startsWith('x-')))).toBe(true);
  });

  test('has all features if it is newer, except those that its responses deny', async () => {
    const { sender } = serviceOf({ ...newest, '/check-version': outdated('1.0.125'), '/oauth-providers': missing }, refused);
    expect(await detectRelease(sender, target)).toEqual({ release: '1.0.125', features: { ...all, 'oauth-providers': false } });
  });

  test('has all features also if it names no number', async () => {
    const { sender } = serviceOf({ '/check-version': renamed }, response('oops', { status: 500 }));
    expect(await detectRelease(sender, target)).toEqual({ release: null, features: all });
  });
});

test.each([
  ['2.8.4', []],
  ['2.8.5', ['internal-project-path', 'credential-scanning']],
  ['2.8.10', ['internal-project-path', 'credential-scanning']],
  ['2.9.0', [...features]],
  ['3.0.0', [...features]],
  ['2.8.109', [...features]],
  ['1.0.0', [...features]],
  ['1.0.125', [...features]],
  ['1.99.99', [...features]],
])('by its number %s has %j', (release, expected) => {
  const found = expectedFeatures(numberedRelease(release));
  expect(features.filter((feature) => found[feature])).toEqual(expected);
});

test('every feature has a release of the same kind', () => {
  for (const since of Object.values(featureSince)) expect(since).toMatch(/^2\.8\.\d+$/);
});

test.each([
  ['… the current version is v2.8.4).', '2.8.4'],
  ['… the current version is v2.8.86). ', '2.8.86'],
  ['… the current version is v1.0.125).', '1.0.125'],
  ['… the current version is v0.0.0).', null],
  ['the current version is v2.8.4', null],
  ['the current version is v2.8).', null],
  ['the current version is v1.1.1). the current version is v2.8.4).', '2.8.4'],
  ['the current version is v999999.8.4).', null],
  ['', null],
  [undefined, null],
])('the release in %j is %s', (sentence, release) => {
  expect(releaseIn(sentence)).toBe(release);
});

describe('what is known of a connection’s service', () => {
  function setUp() {
    const { sender, transport, clock } = serviceOf(baseline);
    let kept: Detection | null = null;
    const place = { url: target.baseUrl };
    const releases = createReleases({
      sender,
      clock,
      stored: () => kept,
      store: async (_id, found, { baseUrl }) => {
        if (baseUrl !== place.url) return false;
        kept = found;
        return true;
      },
    });
    const rounds = () => transport.requests.filter(({ url }) => url.endsWith('/check-version')).length;
    const keep = (found: Detection) => {
      kept = found;
    };
    const readTarget = async () => ({ ...target, baseUrl: place.url });
    const bound = {
      known: () => releases.known('c', readTarget),
      redetect: () => releases.redetect('c', readTarget),
      detect: () => releases.detect('c', readTarget),
    };
    return { releases: bound, clock, transport, rounds, place, keep };
  }

  test('is detected once for concurrent callers', async () => {
    const { releases, rounds } = setUp();
    const found = await Promise.all([releases.known(), releases.detect(), releases.redetect()]);
    expect([rounds(), new Set(found).size]).toEqual([1, 1]);
    await releases.known();
    expect(rounds()).toBe(1);
  });

  test.each([
    { asking: 'known', life: detectionTtlMillis },
    { asking: 'redetect', life: missingPathTtlMillis },
  ] as const)('is found out anew when it is too old for `$asking`', async ({ asking, life }) => {
    const { releases, clock, rounds } = setUp();
    await releases.detect();
    await clock.advance(life - 1);
    await releases[asking]();
    expect(rounds()).toBe(1);
    await clock.advance(1);
    await releases[asking]();
    expect(rounds()).toBe(2);
  });

  test('is detected again when an earlier version of the app did not know all features', async () => {
    const { releases, rounds, keep } = setUp();
    const { features: complete, ...found } = await releases.detect();
    const { 'keyless-clients': _unknown, ...fewer } = complete;
    keep({ ...found, features: fewer });
    expect((await releases.known()).features).toEqual(complete);
    expect(rounds()).toBe(2);
  });

  test('is detected again when it is in the future, and on demand', async () => {
    const { releases, clock, rounds } = setUp();
    await releases.detect();
    clock.setDate(0);
    await releases.known();
    await releases.detect();
    expect(rounds()).toBe(3);
  });

  test('is of where the connection points in the end', async () => {
    const { releases, transport, place, rounds } = setUp();
    const detecting = releases.detect();
    place.url = 'http://y.test';
    await detecting;
    expect([rounds(), transport.requests.at(-1)?.url.startsWith('http://y.test')]).toEqual([2, true]);
  });

  test('stays unknown after a failure, and the next call tries again', async () => {
    const { releases, transport, rounds } = setUp();
    const { answer } = transport;
    transport.answer = () => {
      throw fail('unreachable');
    };
    expect(await reportOf(releases.known())).toEqual({ code: 'unreachable' });
    transport.answer = answer;
    expect((await releases.known()).release).toBe('2.8.4');
    expect(rounds()).toBe(2);
  });
});
