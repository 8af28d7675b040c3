/** Single-stroke line icons on a grid of 24 units. They always appear next to text, so screen readers skip them. */
import logo from '@countersign/brand/logo.svg';

const paths = {
  pen: 'M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  undo: 'M9 7H15a5 5 0 0 1 0 10H8M9 7l3.5-3.5M9 7l3.5 3.5',
  upload: 'M12 16V5M7.5 9.5L12 5l4.5 4.5M5 19h14',
  download: 'M12 5v11M7.5 11.5L12 16l4.5-4.5M5 19h14',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10.2a3.3 3.3 0 1 1 0 6.6 3.3 3.3 0 0 1 0-6.6z',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  alert: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17v.1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.4M8.5 15.5a5 5 0 0 1 7 0M13 9a10 10 0 0 1 6 3M2 8.5A15 15 0 0 1 6 6M10.5 5A15 15 0 0 1 22 8.5M12 19v.1',
  globe: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM3.5 12h17M12 3.5c5 4.8 5 12.2 0 17M12 3.5c-5 4.8-5 12.2 0 17',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  text: 'M5 6h14M12 6v13',
  date: 'M4.5 6h15v14h-15zM4.5 10.5h15M8.5 3.5V7M15.5 3.5V7',
  person: 'M12 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM5 20c.6-4 3.5-6 7-6s6.4 2 7 6',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 7 8-7',
  box: 'M5 5h14v14H5z',
  number: 'M9 4L7 20M17 4l-2 16M4.5 9h16M3.5 15h16',
  radio: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM12 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  list: 'M4.5 6h15v12h-15zM9 11l3 3 3-3',
  right: 'M5 12h13M13 6.5l5.5 5.5-5.5 5.5',
  declined: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM8 12h8',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M6 12v.1M12 12v.1M18 12v.1',
  back: 'M19 12H6M11 6.5L5.5 12l5.5 5.5',
} as const;

const TURNING: readonly IconName[] = ['right', 'back'];

/** Converts pixels to rem, so that the size scales with the visitor's font size. */
const rem = (pixels: number): string => `${pixels / 16}rem`;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      data-icon={name}
      class={TURNING.includes(name) ? 'icon is-turning' : 'icon'}
      width={rem(size)}
      height={rem(size)}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}

export function Mark() {
  return <img class="mark" src={logo} width="32" height="32" alt="" />;
}
