/** Where the demo store's buyers live, and what people are called there. */

import type { Some } from './chance.ts'

type City = [name: string, province: string, postalCode: string]

export interface Country {
  code: string
  currency: 'eur' | 'chf' | 'usd'
  /** VAT as the shop has to charge it, in per mille; none on what leaves the Union. */
  tax: { name: string; perMille: number } | null
  cities: Some<City>
  streets: Some<string>
  firstNames: Some<string>
  names: Some<string>
  phone: string
}

const german = {
  firstNames: ['Anna', 'Jonas', 'Mira', 'Felix', 'Clara', 'Emil', 'Ida', 'Lukas', 'Paula', 'Tarek', 'Greta'],
  names: [
    'Albrecht',
    'Brandt',
    'Demir',
    'Fischer',
    'Hartmann',
    'Jansen',
    'Krüger',
    'Lorenz',
    'Neumann',
    'Weiß',
  ],
  streets: ['Lindenstraße', 'Am Deich', 'Bergweg', 'Schulstraße', 'Marktplatz'],
} as const satisfies Partial<Country>

const vat = (name: string, perMille: number) => ({ name, perMille })

const germany: Country = {
  ...{ ...german, code: 'DE', currency: 'eur', tax: vat('MwSt.', 190), phone: '+49 30 5550' },
  cities: [
    ['Berlin', 'BE', '10437'],
    ['Bremen', 'HB', '28203'],
    ['Hamburg', 'HH', '22765'],
    ['Köln', 'NW', '50677'],
    ['Leipzig', 'SN', '04229'],
    ['München', 'BY', '81667'],
  ],
}

const austria: Country = {
  ...{ ...german, code: 'AT', currency: 'eur', tax: vat('USt.', 200), phone: '+43 1 5550' },
  cities: [
    ['Wien', 'W', '1070'],
    ['Graz', 'ST', '8020'],
  ],
}

const switzerland: Country = {
  ...{ ...german, code: 'CH', currency: 'chf', tax: null, phone: '+41 44 555' },
  cities: [
    ['Zürich', 'ZH', '8004'],
    ['Basel', 'BS', '4057'],
  ],
}

const france: Country = {
  ...{ code: 'FR', currency: 'eur', tax: vat('TVA', 200), phone: '+33 1 5550' },
  cities: [
    ['Lyon', 'ARA', '69004'],
    ['Nantes', 'PDL', '44000'],
  ],
  streets: ['rue des Tanneurs', 'quai de la Fosse', 'rue du Bac'],
  firstNames: ['Camille', 'Léo', 'Inès', 'Hugo', 'Zoé'],
  names: ['Moreau', 'Lefèvre', 'Garnier', 'Petit'],
}

const netherlands: Country = {
  ...{ code: 'NL', currency: 'eur', tax: vat('BTW', 210), phone: '+31 20 555' },
  cities: [
    ['Utrecht', 'UT', '3512 JE'],
    ['Groningen', 'GR', '9711 LM'],
  ],
  streets: ['Oudegracht', 'Nieuwstraat', 'Molenweg'],
  firstNames: ['Sanne', 'Daan', 'Lotte', 'Bram', 'Fleur'],
  names: ['de Vries', 'Bakker', 'van Dijk', 'Visser'],
}

const sweden: Country = {
  ...{ code: 'SE', currency: 'eur', tax: vat('Moms', 250), phone: '+46 31 555' },
  cities: [
    ['Göteborg', 'O', '413 01'],
    ['Malmö', 'M', '211 20'],
  ],
  streets: ['Storgatan', 'Kyrkogatan', 'Hamngatan'],
  firstNames: ['Astrid', 'Nils', 'Freja', 'Oskar', 'Saga'],
  names: ['Lindqvist', 'Berg', 'Åkesson', 'Holm'],
}

const italy: Country = {
  ...{ code: 'IT', currency: 'eur', tax: vat('IVA', 220), phone: '+39 02 5550' },
  cities: [
    ['Torino', 'TO', '10123'],
    ['Bologna', 'BO', '40126'],
  ],
  streets: ['via Garibaldi', 'via delle Rose', 'corso Dante'],
  firstNames: ['Giulia', 'Marco', 'Elena', 'Davide', 'Sara'],
  names: ['Ricci', 'Greco', 'Ferrari', 'Conti'],
}

const unitedStates: Country = {
  ...{ code: 'US', currency: 'usd', tax: null, phone: '+1 503 555 0' },
  cities: [
    ['Portland', 'OR', '97214'],
    ['Brooklyn', 'NY', '11215'],
  ],
  streets: ['Maple Street', 'Alder Avenue', 'Prospect Place'],
  firstNames: ['Emma', 'Noah', 'Olivia', 'Liam', 'Grace'],
  names: ['Miller', 'Nguyen', 'Carter', 'Brooks'],
}

const otherCountries = [austria, switzerland, france, netherlands, sweden, italy, unitedStates] as const

/** Two out of five are the shop's neighbours; the others come from everywhere in turn. */
export const countryOf = (number: number): Country =>
  number % 5 < 2 ? germany : (otherCountries[number % otherCountries.length] ?? austria)
