/** A row of the table of screens. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';
import type { Feature } from '#contract/features.ts';
import type { Prefetch } from '#data/keys.ts';
import type { MessageKey } from '#messages/translator.ts';
import type { ConnectionScreen } from '#window/routes.ts';

/** The sections of the navigation. */
export type Section = 'account' | 'admin';

/** What a screen needs: an account whose session is valid, that of a project owner, a server or admin key of the project, or its admin key. */
export type ScreenAccess = 'account' | 'project-owner' | 'project' | 'project-admin';

/** The lists of screens. */
export type List = 'navigation' | 'palette';

/** How lists offer a screen. */
export interface Listing {
  readonly icon: LucideIcon;
  readonly in: readonly List[];
  /** Replaces the title in the palette, where it would have two meanings. */
  readonly paletteTitle?: MessageKey;
  /** Replaces the title in the palette while an account is signed in. */
  readonly titleSignedIn?: MessageKey;
}

/** What is known of a screen. */
export interface ScreenRow {
  /** The section of the navigation, which the breadcrumb starts with. */
  readonly section: Section | null;
  readonly title: MessageKey;
  /** The screen above it in the breadcrumb. */
  readonly parent?: ConnectionScreen;
  /** Absent if nothing is needed, and for cards, which ask for what they need themselves. */
  readonly access?: ScreenAccess;
  /** The feature of the service that it shows; without it, lists don't offer the screen. */
  readonly feature?: Feature;
  /** Whether it is a single card in the middle of the window, which nothing returns to. */
  readonly card?: true;
  /** The lists that offer it for every connection, in the order of the table. */
  readonly listed?: Listing;
  readonly load: () => Promise<ComponentType>;
  /** Loads the function that sends the screen’s first request, of screens that show one list of the project. */
  readonly prefetch?: () => Promise<Prefetch>;
}
