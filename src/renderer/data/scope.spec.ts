import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { sampleAccount } from '#tests/support/samples/sample-account.ts';
import { ScopeProvider, useScreenAccount, useScreenScope } from './scope';

const AccountScreen = () => useScreenAccount().id;
const ProjectScreen = () => useScreenScope().connectionId;

const rendered = (screen: () => string, value?: Parameters<typeof ScopeProvider>[0]['value']) => {
  const element = createElement(screen);
  return renderToStaticMarkup(value === undefined ? element : createElement(ScopeProvider, { value }, element));
};

describe('a screen', () => {
  it('is about the connection and the account that the gate provides', () => {
    expect(rendered(AccountScreen, { connectionId: 'c', account: sampleAccount })).toBe(sampleAccount.id);
    expect(rendered(ProjectScreen, { connectionId: 'c', account: null })).toBe('c');
  });

  it('of an account fails without one', () => {
    expect(() => rendered(AccountScreen, { connectionId: 'c', account: null })).toThrow('signed-out');
    expect(() => rendered(AccountScreen)).toThrow('signed-out');
  });

  it('of a connection fails without a gate', () => {
    expect(() => rendered(ProjectScreen)).toThrow();
  });
});
