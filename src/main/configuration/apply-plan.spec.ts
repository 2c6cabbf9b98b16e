import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ComparedRow } from '#contract/configuration/compare-documents.ts';
import { type ConfigurationDocument, placeholderFor } from '#contract/configuration/document.ts';
import { fail } from '#contract/errors.ts';
import { newestKnownRelease } from '#contract/releases.ts';
import { fixedSeed, rounds } from '#tests/support/arbitraries.ts';
import { configurationScene } from '#tests/support/main/configuration-scene.ts';
import { anyConfiguration } from '#tests/support/samples/any-configuration.ts';
import { type ApplyPorts, applyPlan } from './apply-plan';
import { readDocument } from './read-document';
import { exportDocument, writeDocument } from './write-document';

const empty = (base: ConfigurationDocument): ConfigurationDocument => ({
  ...base,
  settings: { ...base.settings, description: '', allow_localhost: false },
  providers: Object.fromEntries(Object.entries(base.providers ?? {}).filter(([id]) => ['apple', 'discord', 'gitlab'].includes(id))),
  domains: {},
  permissions: { team: {}, project: {} },
  default_permissions: { team_creator: [], team_member: [], user: [] },
});

describe.each(['2.8.4', newestKnownRelease])('on %s', (release) => {
  const isEarly = release === '2.8.4';

  it('the export of the demo is read as it was written, and applied to an empty project it is exported again byte for byte', async () => {
    const { document, apply } = await configurationScene(release);
    const demo = await document();
    const file = writeDocument(demo);
    expect(exportDocument(demo)).toEqual({ ok: true, text: file });
    expect(readDocument(new TextEncoder().encode(file))).toMatchObject({ ok: true, document: demo });
    expect((await apply(empty(demo))).applied.stop).toBeNull();
    expect(await document()).toEqual(empty(demo));
    expect((await apply(demo)).applied.stop).toBeNull();
    expect(writeDocument(await document())).toBe(file);
    const { plan } = await apply(demo);
    expect(plan.steps).toEqual([]);
  });

  it('any configuration is applied and exported again byte for byte, whatever there was before', async () => {
    const { document, apply, read } = await configurationScene(release);
    const demo = await document();
    const { templatesByType = [] } = await read();
    const byType = Object.fromEntries(templatesByType.map(({ type, subject, content }) => [type, { subject, content: content as never }]));
    let projects = 0;
    await fc.assert(
      fc.asyncProperty(anyConfiguration(demo, isEarly, isEarly ? byType : demo.email_templates), async (wanted) => {
        const file = writeDocument(wanted);
        const parsed = readDocument(new TextEncoder().encode(file));
        if (!parsed.ok) throw new Error(JSON.stringify(parsed));
        const { applied, plan } = await apply(parsed.document);
        expect(applied).toEqual({ done: plan.steps.length, stop: null });
        expect(writeDocument(await document())).toBe(file);
        projects += 1;
      }),
      { ...fixedSeed(), numRuns: rounds(100), endOnFailure: true },
    );
    expect(projects).toBe(rounds(100));
  }, 240_000);
});

/** A project with a permission that others contain. */
async function opened(release: string = newestKnownRelease) {
  const scene = await configurationScene(release);
  await scene.call('permissions.createTeamDefinition', { body: { id: 'first', contained_permission_ids: [] } });
  const { domains } = await scene.document();
  const wanted: ConfigurationDocument = {
    version: 1,
    settings: { description: 'New' },
    providers: { github: { type: 'standard', client_id: 'id', client_secret: placeholderFor('GITHUB_CLIENT_SECRET') } },
    domains: { ...domains, 'https://new.example': { handler_path: '/handler' } },
    permissions: { project: { reader: { contains: [] }, writer: { contains: ['reader'] } } },
    default_permissions: { user: ['writer'] },
  };
  /** Does something before the read of a step, as another admin may. */
  const meanwhile = (step: number, act: () => Promise<unknown>): Partial<ApplyPorts> => {
    let reads = 0;
    return {
      read: async (parts) => {
        if (reads === step) await act();
        reads += 1;
        return scene.ports.read(parts);
      },
    };
  };
  return { ...scene, wanted, meanwhile, isChosen: ({ kind }: ComparedRow) => kind !== 'removed' };
}

describe('a plan', () => {
  it('creates what others contain first, and makes one update of the project', async () => {
    const { apply, wanted, isChosen, sent } = await opened();
    const { plan, applied } = await apply(wanted, isChosen);
    expect(applied).toEqual({ done: 3, stop: null });
    expect(plan.asks).toEqual([{ section: 'providers', key: 'github', name: 'GITHUB_CLIENT_SECRET' }]);
    expect(sent.map((request) => ('endpoint' in request ? [request.endpoint, request.body?.id] : []))).toEqual([
      ['permissions.createProjectDefinition', 'reader'],
      ['permissions.createProjectDefinition', 'writer'],
      ['projects.update', undefined],
    ]);
    const { body } = sent[2] as unknown as { body: { config: { oauth_providers: object[]; domains: object[] } } };
    // Lists are replaced as a whole: what isn't chosen stays in them, with a reference to its secret.
    expect(body.config.domains).toHaveLength(3);
    expect(body.config.oauth_providers).toContainEqual(
      expect.objectContaining({ id: 'gitlab', client_secret: { ref: expect.any(String), last_four: expect.any(String) } }),
    );
    expect(body.config.oauth_providers).toContainEqual(
      expect.objectContaining({ id: 'github', client_id: 'id', client_secret: 'the secret GITHUB_CLIENT_SECRET' }),
    );
  });

  it('stops at a step whose target was changed since, and says what is done', async () => {
    const { apply, wanted, isChosen, meanwhile, call, document } = await opened();
    const { domains } = await document();
    const { applied } = await apply(
      wanted,
      isChosen,
      meanwhile(2, () => call('projects.update', { body: { description: 'Theirs' } })),
    );
    expect(applied).toMatchObject({ done: 2, stop: { reason: 'conflict', rows: [{ section: 'settings', key: 'description' }] } });
    const after = await document();
    expect([after.settings?.description, after.domains, after.permissions?.project?.writer]).toEqual([
      'Theirs',
      domains,
      { contains: ['reader'] },
    ]);
  });

  it('leaves out what another admin did in the meantime, and keeps what they did beside it', async () => {
    const { apply, wanted, isChosen, meanwhile, call, document } = await opened();
    const others = async () => {
      await call('permissions.createProjectDefinition', { body: { id: 'reader', contained_permission_ids: [] } });
      await call('projects.update', { body: { config: { passkey_enabled: false } } });
    };
    expect((await apply(wanted, isChosen, meanwhile(0, others))).applied).toEqual({ done: 3, stop: null });
    expect((await document()).sign_in_methods?.passkey_enabled).toBe(false);
    expect((await document()).default_permissions?.user).toEqual(['writer']);
  });

  it.each([0, 1, 2])('is finished after it was interrupted at step %i, whether or not that was sent', async (at) => {
    for (const isSent of [true, false]) {
      const { apply, wanted, isChosen, ports, document, sent } = await opened();
      let requests = 0;
      const send: ApplyPorts['send'] = async (request) => {
        const isLost = requests === at;
        requests += 1;
        if (!isLost || isSent) await ports.send(request);
        if (isLost) throw fail('timed-out');
        return null;
      };
      const { applied } = await apply(wanted, isChosen, { send });
      expect(applied).toMatchObject({ done: at, stop: { reason: 'failed', error: { code: 'timed-out' } } });
      expect((await apply(wanted, isChosen)).applied.stop).toBeNull();
      expect(sent).toHaveLength(3);
      expect(await document()).toMatchObject({ settings: wanted.settings, permissions: { project: wanted.permissions?.project } });
    }
  });

  it('can be applied again as it is: done steps are left out', async () => {
    const { apply, wanted, isChosen, read, ports, sent } = await opened();
    const first = await read();
    const { plan } = await apply(wanted, isChosen);
    const states: string[] = [];
    const again = await applyPlan(plan, first, (name) => name, { ...ports, onStep: (_index, state) => void states.push(state) });
    expect(again).toEqual({ done: 3, stop: null });
    expect(states).toEqual(['already', 'already', 'already']);
    expect(sent).toHaveLength(3);
  });

  it('stops between two steps when it is requested, and sends nothing without its secrets', async () => {
    const { apply, wanted, isChosen, read, ports, sent } = await opened();
    expect((await apply(wanted, isChosen, { isStopped: () => sent.length === 1 })).applied).toEqual({
      done: 1,
      stop: { reason: 'stopped' },
    });
    const { plan } = await apply(wanted, ({ section }) => section === 'settings');
    const asks = [{ section: 'providers' as const, key: 'github', name: 'GITHUB_CLIENT_SECRET' }];
    await expect(applyPlan({ ...plan, asks }, await read(), () => '', ports)).rejects.toMatchObject({ code: 'bad-input' });
  });

  it('never asks for a secret that the project has for the same client, or the same host', async () => {
    const { apply, document, sandbox } = await opened();
    const { providers = {} } = await document();
    const gitlab = { ...providers.gitlab, type: 'standard' as const, client_secret: placeholderFor('OTHER_NAME') };
    const { plan } = await apply({ version: 1, providers: { ...providers, gitlab: gitlab as never } });
    expect(plan).toMatchObject({ steps: [], asks: [] });
    const { json } = await sandbox.call('admin', 'GET', '/internal/projects/current');
    expect(JSON.stringify(json)).not.toContain('OTHER_NAME');
  });
});

test('what an earlier release knows of a later project is applied to it, and nothing else', async () => {
  const later = await configurationScene(newestKnownRelease);
  const { apply, document } = await configurationScene('2.8.4');
  await later.call('projects.update', {
    body: { description: 'Later', logo_url: 'https://a.example/logo.png', config: { passkey_enabled: false } },
  });
  await later.call('permissions.createProjectDefinition', { body: { id: 'reader', contained_permission_ids: [] } });
  const source = await later.document();
  expect((await apply(source, ({ isTicked }) => isTicked)).applied.stop).toBeNull();
  const after = await document();
  expect(after).toMatchObject({
    settings: { description: 'Later' },
    sign_in_methods: source.sign_in_methods,
    permissions: { project: source.permissions?.project },
  });
  expect(Object.keys(after)).not.toContain('email_themes');
});

test('nothing that was sent or exported has a secret that the project has', async () => {
  const { document, sandbox } = await configurationScene(newestKnownRelease);
  const { json } = await sandbox.call('admin', 'GET', '/internal/projects/current');
  const { oauth_providers: providers } = json.config as { oauth_providers: { client_secret?: string }[] };
  const secrets = providers.flatMap(({ client_secret: secret }) => secret ?? []);
  expect(secrets.length).toBeGreaterThan(0);
  const file = writeDocument(await document());
  for (const secret of secrets) expect(file).not.toContain(secret);
});
