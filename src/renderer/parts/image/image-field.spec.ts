import { expect, it } from 'vitest';
import { type KeptImage, shownImage, withUrl } from './image-field';

const data = 'data:image/jpeg;base64,AA';
const saved: KeptImage = { data, before: null, after: null };

/** What is shown for each URL that the object has, one after another. */
function shown(start: KeptImage | null, urls: readonly (string | null)[]) {
  let kept = start;
  return urls.map((url) => {
    kept = withUrl(kept, url);
    return shownImage(kept, url);
  });
}

it.each<[string, KeptImage | null, readonly (string | null)[], readonly (string | null)[]]>([
  ['nothing that was saved here', null, ['https://a.example/1'], ['https://a.example/1']],
  ['data that the service keeps', saved, [data], [data]],
  ['an image that the service stores elsewhere', saved, [null, 'https://cdn.example/1'], [null, data]],
  ['one that was a draft before', saved, [data, 'https://cdn.example/1'], [data, data]],
  [
    'one that replaced a remote one',
    { ...saved, before: 'https://a.example/1' },
    ['https://a.example/1', 'https://cdn.example/2'],
    ['https://a.example/1', data],
  ],
  [
    'one that was replaced elsewhere afterwards',
    saved,
    ['https://cdn.example/1', 'https://cdn.example/2'],
    [data, 'https://cdn.example/2'],
  ],
  ['one that was removed afterwards', saved, ['https://cdn.example/1', null], [data, null]],
])('%s', (_what, start, urls, expected) => {
  expect(shown(start, urls)).toEqual(expected);
});
