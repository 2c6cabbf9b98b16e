import { describe, expect, test } from 'vitest';
import type { Base } from './base';
import type { ConfigurationDocument } from './document';
import { driftFromBase, driftFromFile } from './drift';

type Sections = Omit<ConfigurationDocument, 'version'>;

const document = (sections: Sections): ConfigurationDocument => ({ version: 1, ...sections });
const all = { isEarly: false, has: () => true };
const github = { type: 'standard', client_id: 'Iv1', client_secret: `\${A}` } as const;
const domain = (handler_path: string) => ({ domains: { 'https://a.example': { handler_path } } });
const none = { count: 0, sections: [], changed: null, production: null, names: null, unknown: 0 };

describe('a project differs from a file', () => {
  const fromFile = (file: Sections, project: Sections, base: Base | null = null, facts = all) =>
    driftFromFile({ base, source: document(file), target: document(project) }, facts);

  test.each<readonly [string, Sections, Sections, object]>([
    ['not where both say the same', domain('/a'), domain('/a'), {}],
    ['by a value', domain('/a'), domain('/b'), { count: 1, sections: [{ section: 'domains', count: 1 }] }],
    ['by what only the project has', { domains: {} }, domain('/b'), { count: 1, sections: [{ section: 'domains', count: 1 }] }],
    ['not in a section that the file doesn’t manage', { settings: {} }, domain('/b'), {}],
    ['not by the name of a placeholder', { providers: { github } }, { providers: { github: { ...github, client_secret: `\${B}` } } }, {}],
    [
      'by production mode, which is reported separately',
      { settings: { is_production_mode: false, description: 'a' } },
      { settings: { is_production_mode: true, description: 'b' } },
      { count: 2, sections: [{ section: 'settings', count: 2 }], production: { wanted: false, present: true } },
    ],
    [
      'by its name, which tells that the file is of another one',
      { settings: { display_name: 'Shop' } },
      { settings: { display_name: 'Engines' } },
      { count: 1, sections: [{ section: 'settings', count: 1 }], names: { wanted: 'Shop', present: 'Engines' } },
    ],
    ['not by what Latchkey keeps on this computer', { metadata_schemas: { client_metadata: {} }, saved_views: {} }, {}, {}],
    [
      'in the order of a document',
      { ...domain('/a'), settings: { description: 'a' } },
      { ...domain('/b'), settings: { description: 'b' } },
      {
        count: 2,
        sections: [
          { section: 'settings', count: 1 },
          { section: 'domains', count: 1 },
        ],
      },
    ],
  ])('%s', (_what, file, project, drift) => {
    expect(fromFile(file, project)).toEqual({ ...none, ...drift });
  });

  test('and the base decides on which side', () => {
    const base: Base = { settings: { known: { description: 'a', allow_localhost: true, create_team_on_sign_up: true }, unknown: [] } };
    const file: Sections = { settings: { description: 'file', allow_localhost: true, create_team_on_sign_up: false } };
    const project: Sections = { settings: { description: 'project', allow_localhost: false, create_team_on_sign_up: true } };
    expect(fromFile(file, project, base)).toMatchObject({ count: 3, changed: { inProject: 2, inFile: 2 } });
    expect(fromFile(file, file, base)).toEqual({ ...none, changed: { inProject: 0, inFile: 0 } });
  });

  test('except by what its release doesn’t know, which no change of the project resolves', () => {
    const file: Sections = { settings: { description: 'a', logo_dark_mode_url: 'https://a.example/logo.png' } };
    expect(fromFile(file, { settings: { description: 'a' } })).toEqual({ ...none, unknown: 1 });
  });
});

describe('a project differs from what was applied last', () => {
  const known = (values: Record<string, never | boolean | string | object>, unknown: string[] = []) => ({
    known: values as never,
    unknown,
  });

  test.each<readonly [string, Base, Sections, number]>([
    ['not where nothing was changed', { domains: known({ 'https://a.example': { handler_path: '/a' } }) }, domain('/a'), 0],
    ['by a change', { domains: known({ 'https://a.example': { handler_path: '/a' } }) }, domain('/b'), 1],
    ['by what was added', { domains: known({}) }, domain('/b'), 1],
    ['by what was removed', { domains: known({ 'https://a.example': { handler_path: '/a' } }) }, { domains: {} }, 1],
    ['not by what was left different then', { domains: known({}, ['https://a.example']) }, domain('/b'), 0],
    ['not in a section that wasn’t compared', {}, domain('/b'), 0],
    [
      'not by a setting that wasn’t compared',
      { settings: known({ description: 'a' }) },
      { settings: { description: 'a', allow_localhost: true } },
      0,
    ],
    [
      'not by a setting that an earlier release lacks',
      { settings: known({ description: 'a', logo_url: 'x' }) },
      { settings: { description: 'a' } },
      0,
    ],
    ['not by a schema', { metadata_schemas: known({ client_metadata: {} }) }, { metadata_schemas: {} }, 0],
  ])('%s', (_what, base, project, count) => {
    expect(driftFromBase(base, document(project))).toMatchObject({ count, changed: { inProject: count, inFile: 0 }, unknown: 0 });
  });

  test('by production mode, which is reported separately', () => {
    const drift = driftFromBase({ settings: known({ is_production_mode: true }) }, document({ settings: { is_production_mode: false } }));
    expect(drift).toMatchObject({ count: 1, production: { wanted: true, present: false } });
  });
});
