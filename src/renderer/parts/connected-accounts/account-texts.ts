import type { UserOf } from '#data/users.ts';
import type { MessageKey } from '#messages/translator.ts';

type TextName = 'text' | 'noneText' | 'rival' | 'title' | 'consequence' | 'consequenceTokens' | 'tokenText' | 'tokenAny' | 'tokenShared';

/** The texts about connected accounts: to the account about its own, and to a project admin about those of a user. */
export const accountTexts: Readonly<Record<UserOf['actor'], Readonly<Record<TextName, MessageKey>>>> = {
  account: {
    text: 'connected.text',
    noneText: 'connected.none.text',
    rival: 'connected.sign-in.other',
    title: 'connected.disconnect.title',
    consequence: 'connected.disconnect.consequence',
    consequenceTokens: 'connected.disconnect.consequence.tokens',
    tokenText: 'connected.token.text',
    tokenAny: 'connected.token.any',
    tokenShared: 'connected.token.shared',
  },
  project: {
    text: 'users.connected.text',
    noneText: 'users.connected.none',
    rival: 'users.connected.rival',
    title: 'users.connected.disconnect.title',
    consequence: 'users.connected.disconnect.consequence',
    consequenceTokens: 'connected.disconnect.consequence.tokens',
    tokenText: 'users.connected.token.text',
    tokenAny: 'users.connected.token.any',
    tokenShared: 'users.connected.token.shared',
  },
};
