// What the gallery says of each example, in the order in which it is shown.
import type { Group } from './gallery';

export type Card = { id: string; group: Group; title: string; line: string };

export const cards: readonly Card[] = [
  { id: '01_springsys', group: 'Begin', title: 'Five springs', line: 'Two free nodes between four fixed ones. Find rest.' },
  { id: '02_hanging_chain', group: 'Begin', title: 'A hanging chain', line: 'Nineteen masses find the shape of a catenary.' },
  { id: '14_parameters', group: 'Begin', title: 'A swing with sliders', line: 'Every number follows from the parameters.' },
  { id: '11_wave_on_a_string', group: 'Begin', title: 'A standing wave', line: 'A string swings in its own tone.' },
  { id: '07_mixed', group: 'Begin', title: 'Everything in one scene', line: 'A guyed mast with every kind of spring.' },

  { id: '05_force_density_net', group: 'Build', title: 'A net by force densities', line: 'Equal force densities on a saddle’s rim.' },
  { id: '03_cable_net', group: 'Build', title: 'A cable net', line: 'Twelve prestressed cables, 8 kip on each node.' },
  { id: '04_tight_rope', group: 'Build', title: 'A tight rope', line: 'Only its prestress resists a load across.' },
  { id: '06_tensegrity_prism', group: 'Build', title: 'A tensegrity simplex', line: 'Three struts that do not touch, nine cables.' },
  { id: '08_cable_net_cases', group: 'Build', title: 'A roof and its loads', line: 'Snow, wind, winter, and a support that settles.' },
  { id: '28_cable_dome', group: 'Build', title: 'A cable dome', line: 'Hoop by hoop it rises, and becomes stiff.' },
  { id: '29_guyed_mast', group: 'Build', title: 'A guyed mast', line: 'Two lengths, six guys, then wind.' },

  { id: '13_cloth_on_a_ball', group: 'Move', title: 'A cloth falls on a ball', line: 'Contact with friction, in implicit steps.' },
  { id: '15_flag_in_wind', group: 'Move', title: 'A flag in gusty wind', line: 'Wind on every face of a cloth.' },
  { id: '19_jelly_cube', group: 'Move', title: 'A cube of jelly', line: 'It falls on its edge and wobbles.' },
  { id: '17_hair', group: 'Move', title: 'Curled hair', line: 'Strands with bending and twist, made of springs.' },
  { id: '20_walker', group: 'Move', title: 'A walker', line: 'Muscles in a wave, friction with the ground.' },
  { id: '24_moving_load', group: 'Move', title: 'A truck on a bridge', line: 'Each node of the deck carries it in turn.' },

  { id: '16_tearing_cloth', group: 'Break', title: 'A ball tears a cloth', line: 'Threads break beyond their strength.' },
  { id: '27_random_strengths', group: 'Break', title: 'Threads of random strength', line: 'Where will the crack run?' },
  { id: '12_wire_that_yields', group: 'Break', title: 'A wire that yields', line: 'Stretched, released, stretched until it tears.' },
  { id: '09_snap_through', group: 'Break', title: 'Snap-through', line: 'Two flat bars give way to the other side.' },
  { id: '26_star_dome', group: 'Break', title: 'A star dome', line: 'Load it further: which way will the ring go?' },
  { id: '18_shell_buckling', group: 'Break', title: 'A cap buckles', line: 'A shallow shell under a finger.' },

  { id: '21_normal_modes', group: 'Wonder', title: 'A tuning bar', line: 'Its tones, as vibration modes.' },
  { id: '23_metamaterial', group: 'Wonder', title: 'A metamaterial', line: 'Pull it, and it grows wider.' },
  { id: '22_elastic_network', group: 'Wonder', title: 'A net that loses springs', line: 'How many may go before it is soft?' },
  { id: '25_graph_layout', group: 'Wonder', title: 'A graph', line: 'Springs lay out its nodes.' },
];
