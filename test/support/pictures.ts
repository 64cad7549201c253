import { crc32, deflateSync } from 'node:zlib';

interface Drawn {
  width?: number;
  height?: number;
  colour?: string;
  /** Which makes it large. */
  isNoisy?: boolean;
}

/** A picture of one colour, or of noise. */
export async function jpeg({
  width = 320,
  height = 240,
  colour = 'olive',
  isNoisy = false,
}: Drawn = {}): Promise<Buffer> {
  // Most who read this file make no pictures.
  const { default: sharp } = await import('sharp');
  const noise = isNoisy ? { noise: { type: 'gaussian', mean: 128, sigma: 40 } as const } : {};
  return sharp({ create: { width, height, channels: 3, background: colour, ...noise } })
    .jpeg()
    .toBuffer();
}

/** A square PNG of black pixels, whose number is a multiple of eight: eight to a byte, packed to a thousandth of that. */
export function blackPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // One bit of grey.
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A body that has begun, and ends when it is told to. */
export function heldBody(file: Buffer): { body: ReadableStream; end: () => void } {
  let end: () => void;
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(file.subarray(0, 100));
      end = () => {
        controller.enqueue(file.subarray(100));
        controller.close();
      };
    },
  });
  return { body, end: () => end() };
}

/** One of the pictures of the demo, as a PNG. */
export async function drawing(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp('examples/storefront/public/pictures/aloe-skin-care.svg').resize(800, 800).png().toBuffer();
}
