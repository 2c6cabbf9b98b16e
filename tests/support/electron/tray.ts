/** Tray icons, images, and notifications of the test double. */
import type { MenuItemConstructorOptions, NotificationConstructorOptions } from 'electron';
import { requireReady } from './app';
import { Emitter, emitterMembers } from './emitter';
import { eventNames } from './event-names';
import type { StandInMenu } from './menu';
import { faceOf, innerOf, refuse } from './refuse';

const png = /^data:image\/png;base64,[A-Za-z0-9+/]+=*$/;

class StandInImage {
  readonly scales: number[] = [1];
  isTemplate = false;
  readonly face: this = faceOf(this, 'nativeImage', ['addRepresentation', 'setTemplateImage']);

  addRepresentation({ scaleFactor = 1, dataURL = '' }: { scaleFactor?: number; dataURL?: string }): void {
    if (!png.test(dataURL)) refuse('nativeImage: not a PNG');
    this.scales.push(scaleFactor);
  }
  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }
}

export const nativeImage = {
  createFromDataURL(url: string): StandInImage {
    if (!png.test(url)) refuse('nativeImage: not a PNG');
    return new StandInImage().face;
  },
};

export class StandInTray extends Emitter<(typeof eventNames.Tray)[number]> {
  /** The icons that are shown. */
  static readonly shown = new Set<StandInTray>();
  readonly image: StandInImage;
  tooltip = '';
  menu: StandInMenu | null = null;

  constructor(image: StandInImage) {
    super('Tray', eventNames.Tray);
    requireReady('Tray');
    this.image = innerOf(image);
    StandInTray.shown.add(this);
    // biome-ignore lint/correctness/noConstructorReturn: the program gets the face
    return faceOf(this, 'Tray', [...emitterMembers, 'setToolTip', 'setContextMenu', 'destroy']) as this;
  }
  setToolTip(text: string): void {
    this.tooltip = text;
  }
  setContextMenu(menu: StandInMenu): void {
    this.menu = innerOf(menu);
  }
  destroy(): void {
    if (!StandInTray.shown.delete(this)) refuse('Tray is destroyed');
  }
  /** Simulates a click on the item with that ID or label. */
  press(name: string): void {
    const item = this.menu?.items.find(({ id, label }) => id === name || label === name);
    const click = (item ?? refuse(`The tray’s menu has no ${name}`)).click as MenuItemConstructorOptions['click'] & (() => void);
    click();
  }
}

export class StandInNotification extends Emitter<(typeof eventNames.Notification)[number]> {
  /** What was shown, in order. */
  static readonly shown: StandInNotification[] = [];

  constructor(readonly options: NotificationConstructorOptions) {
    super('Notification', eventNames.Notification);
    // biome-ignore lint/correctness/noConstructorReturn: the program gets the face
    return faceOf(this, 'Notification', [...emitterMembers, 'show']) as this;
  }
  static isSupported(): boolean {
    requireReady('Notification');
    return true;
  }
  show(): void {
    StandInNotification.shown.push(this);
  }
}
