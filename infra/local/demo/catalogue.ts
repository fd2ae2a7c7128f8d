/** What the demo store sells. */

import { guidOf } from './chance.ts'

export interface Field {
  name: string
  type: 'dropdown'
  options: string
}

export interface Product {
  id: string
  name: string
  cents: number
  grams: number
  description: string
  category: string
  fields: Field[]
  /** What its buyers may download. */
  file: string | null
  /** How long they may; null for always. */
  daysToDownload: number | null
}

type Row = [id: string, name: string, cents: number, description: string]

interface Shelf {
  category: string
  grams: number
  options?: Record<string, string>
  isDigital?: boolean
  rows: Row[]
}

const shelves: Shelf[] = [
  {
    category: 'T-shirts',
    grams: 200,
    options: { Size: 'XS|S|M|L|XL|XXL[+2.00]' },
    rows: [
      ['TEE-BLACK', 'Classic tee, black', 2000, 'Organic cotton, heavy, cut straight'],
      ['TEE-WHITE', 'Classic tee, white', 2000, 'Organic cotton, heavy, cut straight'],
      ['TEE-NAVY', 'Classic tee, navy', 2000, 'Organic cotton, heavy, cut straight'],
      ['TEE-STRIPED', 'Striped tee', 2450, 'Breton stripes, knitted and not printed'],
      ['TEE-LONG', 'Long-sleeved tee', 2850, 'For the months between the seasons'],
      ['TEE-POCKET', 'Pocket tee', 2290, 'With a pocket for a pencil'],
      ['TEE-HERON', 'Tee with a heron', 2600, 'Screen print by hand, in one colour'],
      ['TEE-FERN', 'Tee with a fern', 2600, 'Screen print by hand, in one colour'],
      ['TEE-TIDE', 'Tee with the tide', 2600, 'Screen print by hand, in two colours'],
    ],
  },
  {
    category: 'Sweaters',
    grams: 650,
    options: { Size: 'S|M|L|XL|XXL[+3.00]', Colour: 'Grey|Green|Rust[+1.50]' },
    rows: [
      ['HOODIE', 'Hoodie', 4900, 'Brushed inside, with a lined hood'],
      ['HOODIE-ZIP', 'Hoodie with a zip', 5400, 'Brushed inside, the zip made of brass'],
      ['SWEATER-ROUND', 'Sweater, round neck', 4500, 'Loopback cotton'],
      ['SWEATER-RAGLAN', 'Sweater, raglan', 4700, 'Loopback cotton, sleeves in another shade'],
      ['CARDIGAN', 'Cardigan', 5990, 'Lambswool with horn buttons'],
    ],
  },
  {
    category: 'Accessories',
    grams: 90,
    rows: [
      ['CAP-CORD', 'Corduroy cap', 2200, 'Six panels, one size'],
      ['BEANIE-WOOL', 'Wool beanie', 1950, 'Merino, ribbed'],
      ['TOTE-CANVAS', 'Canvas tote', 1250, 'Carries twelve kilograms'],
      ['SCARF-LAMBSWOOL', 'Lambswool scarf', 3400, 'Two metres long'],
      ['APRON-LINEN', 'Linen apron', 2900, 'With a loop for the towel'],
    ],
  },
  {
    category: 'Mugs',
    grams: 380,
    rows: [
      ['MUG-BLUE', 'Blue mug', 900, 'Glazed stoneware, 300 ml'],
      ['MUG-SPECKLED', 'Speckled mug', 1400, 'Thrown by hand, no two alike'],
      ['MUG-ENAMEL', 'Enamel mug', 1200, 'For the camp fire'],
      ['MUG-HERON', 'Mug with a heron', 1350, 'Stoneware, 350 ml'],
      ['MUG-FERN', 'Mug with a fern', 1350, 'Stoneware, 350 ml'],
      ['MUG-LARGE', 'Large mug', 1650, 'Half a litre'],
      ['CUP-ESPRESSO', 'Espresso cup', 790, 'With thick walls'],
    ],
  },
  {
    category: 'Posters',
    grams: 150,
    options: { Format: 'A3|A2[+6.00]|A1[+14.00]' },
    rows: [
      ['POSTER-HERON', 'Poster: the heron', 1500, 'Risograph on 170 g paper'],
      ['POSTER-FERN', 'Poster: the fern', 1500, 'Risograph on 170 g paper'],
      ['POSTER-TIDE', 'Poster: tide table', 1800, 'The North Sea, a year of it'],
      ['POSTER-MOON', 'Poster: phases of the moon', 1800, 'Silver on black'],
      ['POSTER-HARBOUR', 'Poster: harbour at night', 1650, 'After a linocut'],
      ['POSTER-ALPS', 'Poster: the Alps from the air', 1950, 'With the names of four hundred peaks'],
      ['POSTER-HERBS', 'Poster: kitchen herbs', 1500, 'Twenty of them, to scale'],
    ],
  },
  {
    category: 'Sewing patterns',
    grams: 0,
    isDigital: true,
    rows: [
      ['PATTERN-TEE', 'Sewing pattern: tee', 750, 'PDF in sizes 34 to 54'],
      ['PATTERN-HOODIE', 'Sewing pattern: hoodie', 1200, 'PDF in sizes 34 to 54'],
      ['PATTERN-DRESS', 'Sewing pattern: summer dress', 1290, 'PDF in sizes 34 to 54'],
      ['PATTERN-KIDS', 'Sewing pattern: for children', 850, 'PDF in sizes 92 to 146'],
      ['PATTERN-TOTE', 'Sewing pattern: tote', 490, 'PDF, for beginners'],
      ['PATTERN-APRON', 'Sewing pattern: apron', 590, 'PDF, for beginners'],
      ['PATTERN-CUSHION', 'Sewing pattern: cushion', 450, 'PDF, three sizes'],
    ],
  },
]

/** Of which the documentation speaks. */
const knownFiles: Record<string, string> = { 'PATTERN-TEE': '7d5c8f0e-2b1a-4c3d-9e8f-1a2b3c4d5e6f' }
const fileOf = (id: string) => knownFiles[id] ?? guidOf('file', id)

const daysToDownload: Record<string, number> = { 'PATTERN-TEE': 30, 'PATTERN-DRESS': 90 }

const productOf = ({ category, grams, options = {}, isDigital = false }: Shelf, row: Row): Product => {
  const [id, name, cents, description] = row
  const fields = Object.entries(options).map(([name, choices]) => ({
    ...{ name, options: choices },
    type: 'dropdown' as const,
  }))
  return {
    ...{ id, name, cents, grams, description, category, fields, file: isDigital ? fileOf(id) : null },
    daysToDownload: daysToDownload[id] ?? null,
  }
}

export const catalogue: Product[] = shelves.flatMap(shelf => shelf.rows.map(row => productOf(shelf, row)))
