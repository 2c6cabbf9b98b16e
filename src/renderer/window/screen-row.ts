/** A row of the table of screens. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Feature } from '#contract/features.ts';
import type { Prefetch } from '#data/keys.ts';
import type { MessageKey } from '#messages/translator.ts';

/** The sections of the navigation. */
export type Section = 'account' | 'admin' | 'tools';

/** What a screen needs: an account whose session is valid, that of a project owner, a server or admin key of the project, or its admin key. */
export type ScreenAccess = 'account' | 'project-owner' | 'project' | 'project-admin';

type TitleOf<K> = K extends `${infer Title}.text` ? (Title extends MessageKey ? Title : never) : never;
/** A text that has another one below it. */
export type LockedTitle = TitleOf<Extract<MessageKey, `${string}.locked.text`>>;

/** The lists of screens. */
export type List = 'navigation' | 'palette';

/** How lists offer a screen. */
export interface Listing {
  readonly icon: LucideIcon;
  readonly in: readonly List[];
  /** Its place in the lists, from the first to the last. */
  readonly order: number;
  /** Replaces the title in the palette, where it would have two meanings. */
  readonly paletteTitle?: MessageKey;
  /** Replaces the title in the palette while an account is signed in. */
  readonly titleSignedIn?: MessageKey;
}

/** Row of a screen in the table. */
export interface ScreenRow {
  /** The pattern of its path; `paths` has the function that builds one. */
  readonly path: string;
  /** The section of the navigation, which the breadcrumb starts with. */
  readonly section: Section | null;
  readonly title: MessageKey;
  /** The screen above it in the breadcrumb. */
  readonly parent?: string;
  /** Absent if nothing is needed, and for cards, which ask for what they need themselves. */
  readonly access?: ScreenAccess;
  /**
   * The title of what is shown instead to a connection without the key that the screen needs; its text is the same key with `.text`. Absent for
   * screens that show something without one.
   */
  readonly locked?: LockedTitle;
  /** The feature of the service that it shows; without it, lists don't offer the screen. */
  readonly feature?: Feature;
  /** Whether it is a single card in the middle of the window, which nothing returns to. */
  readonly card?: true;
  /** The lists that offer it for every connection. */
  readonly listed?: Listing;
  readonly load: () => Promise<ComponentType>;
  /** Loads the function that sends the screen’s first request, of screens that show one list of the project. */
  readonly prefetch?: () => Promise<Prefetch>;
}
