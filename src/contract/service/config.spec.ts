import { expect, test } from 'vitest';
import { readAs } from '../dispatch';
import { config } from './config';

const { response } = config.readSource.actors.project;
const github = { type: 'pushed-from-github', owner: 'o', repo: 'r', branch: 'main', commit_hash: 'c', config_file_path: 'stack.config.ts' };

test.each([[{ type: 'unlinked' }], [{ type: 'pushed-from-unknown' }], [github]])('the source %j is read as it is', (source) => {
  expect(response.parse({ source })).toEqual({ source });
});

test.each([[{ type: 'pushed-from-gitlab', project: 7 }], [{ type: 'pushed-from-github', installation: 1 }]])(
  'the source %j of a later service is an unknown location, which may overwrite the level too',
  (source) => {
    expect(response.parse({ source })).toEqual({ source: { type: 'pushed-from-unknown' } });
  },
);

test.each([[{}], [null], ['unlinked'], [{ type: 7 }]])('%j is no source', (source) => {
  expect(readAs(response, { source }).ok).toBe(false);
});
