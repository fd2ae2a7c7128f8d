/** Where the demo store's buyers live, and what people are called there. */

import type { Some } from './chance.ts'

type City = [name: string, province: string, postalCode: string, areaCode: string]

export interface Country {
  code: string
  currency: 'eur' | 'chf' | 'usd'
  /** VAT as the shop has to charge it, in per mille; none on what leaves the Union. */
  tax: { name: string; perMille: number } | null
  cities: Some<City>
  streets: Some<string>
  firstNames: Some<string>
  names: Some<string>
  phoneCode: string
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
  ...{ ...german, code: 'DE', currency: 'eur', tax: vat('MwSt.', 190), phoneCode: '+49' },
  cities: [
    ['Berlin', 'BE', '10437', '30'],
    ['Bremen', 'HB', '28203', '421'],
    ['Hamburg', 'HH', '22765', '40'],
    ['Köln', 'NW', '50677', '221'],
    ['Leipzig', 'SN', '04229', '341'],
    ['München', 'BY', '81667', '89'],
  ],
}

const austria: Country = {
  ...{ ...german, code: 'AT', currency: 'eur', tax: vat('USt.', 200), phoneCode: '+43' },
  cities: [
    ['Wien', 'W', '1070', '1'],
    ['Graz', 'ST', '8020', '316'],
  ],
}

const switzerland: Country = {
  ...{ ...german, code: 'CH', currency: 'chf', tax: null, phoneCode: '+41' },
  cities: [
    ['Zürich', 'ZH', '8004', '44'],
    ['Basel', 'BS', '4057', '61'],
  ],
}

const france: Country = {
  ...{ code: 'FR', currency: 'eur', tax: vat('TVA', 200), phoneCode: '+33' },
  cities: [
    ['Lyon', 'ARA', '69004', '4'],
    ['Nantes', 'PDL', '44000', '2'],
  ],
  streets: ['rue des Tanneurs', 'quai de la Fosse', 'rue du Bac'],
  firstNames: ['Camille', 'Léo', 'Inès', 'Hugo', 'Zoé'],
  names: ['Moreau', 'Lefèvre', 'Garnier', 'Petit'],
}

const netherlands: Country = {
  ...{ code: 'NL', currency: 'eur', tax: vat('BTW', 210), phoneCode: '+31' },
  cities: [
    ['Utrecht', 'UT', '3512 JE', '30'],
    ['Groningen', 'GR', '9711 LM', '50'],
  ],
  streets: ['Oudegracht', 'Nieuwstraat', 'Molenweg'],
  firstNames: ['Sanne', 'Daan', 'Lotte', 'Bram', 'Fleur'],
  names: ['de Vries', 'Bakker', 'van Dijk', 'Visser'],
}

const sweden: Country = {
  ...{ code: 'SE', currency: 'eur', tax: vat('Moms', 250), phoneCode: '+46' },
  cities: [
    ['Göteborg', 'O', '413 01', '31'],
    ['Malmö', 'M', '211 20', '40'],
  ],
  streets: ['Storgatan', 'Kyrkogatan', 'Hamngatan'],
  firstNames: ['Astrid', 'Nils', 'Freja', 'Oskar', 'Saga'],
  names: ['Lindqvist', 'Berg', 'Åkesson', 'Holm'],
}

const italy: Country = {
  ...{ code: 'IT', currency: 'eur', tax: vat('IVA', 220), phoneCode: '+39' },
  cities: [
    ['Torino', 'TO', '10123', '011'],
    ['Bologna', 'BO', '40126', '051'],
  ],
  streets: ['via Garibaldi', 'via delle Rose', 'corso Dante'],
  firstNames: ['Giulia', 'Marco', 'Elena', 'Davide', 'Sara'],
  names: ['Ricci', 'Greco', 'Ferrari', 'Conti'],
}

const unitedStates: Country = {
  ...{ code: 'US', currency: 'usd', tax: null, phoneCode: '+1' },
  cities: [
    ['Portland', 'OR', '97214', '503'],
    ['Brooklyn', 'NY', '11215', '718'],
  ],
  streets: ['Maple Street', 'Alder Avenue', 'Prospect Place'],
  firstNames: ['Emma', 'Noah', 'Olivia', 'Liam', 'Grace'],
  names: ['Miller', 'Nguyen', 'Carter', 'Brooks'],
}

const otherCountries = [austria, switzerland, france, netherlands, sweden, italy, unitedStates] as const

/** Two out of five are the shop's neighbours; the others come from everywhere in turn. */
export const countryOf = (number: number): Country =>
  number % 5 < 2 ? germany : (otherCountries[number % otherCountries.length] ?? austria)
