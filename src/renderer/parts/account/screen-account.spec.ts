import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { ScreenAccountProvider, useScreenAccount } from './screen-account';

const Screen = () => useScreenAccount().id;

it('is the one that the gate provides', () => {
  expect(renderToStaticMarkup(createElement(ScreenAccountProvider, { value: sampleAccount }, createElement(Screen)))).toBe(
    sampleAccount.id,
  );
});

it('fails without a gate', () => {
  expect(() => renderToStaticMarkup(createElement(Screen))).toThrow('signed-out');
});
