/** Names as the database picks them: a row per name, with folded and email spelling. */
import { foldCase } from '../database/columns';
import type { Store } from '../database/database';

/** Names of generated users by culture. In `Name|handle`, the second part is the spelling for emails if it can't be derived. */
interface Culture {
  /** Whether the family name comes first. */
  readonly familyFirst?: true;
  /** Separator of the two names; a space by default. */
  readonly separator?: string;
  readonly given: string;
  readonly family: string;
}

export const cultures: readonly Culture[] = [
  {
    given: 'Amelia, Oliver, Isla, George, Ava, Harry, Freya, Arthur, Poppy, Alfie, Florence, Theodore, Willow, Edmund',
    family:
      'Ashworth, Whitfield, Pemberton, Hargreaves, Fairclough, Wolstenholme, Thistlethwaite, Barraclough, Featherstonehaugh, Lockwood, Ellis, Marsh, Quill, Hayes',
  },
  {
    given: 'Siobhán, Eoin, Niamh, Cillian, Aoife, Oisín, Caoimhe, Ruairí, Gráinne, Tadhg, Róisín, Fionn, Saoirse, Diarmuid',
    family:
      "O'Connor, O'Brien, Ní Dhomhnaill, Mac Giolla Phádraig, O'Sullivan, Fitzgerald, O'Shaughnessy, Murphy, Ó Raghallaigh, Byrne, Gallagher, D'Arcy, Kavanagh, Walsh",
  },
  {
    given: 'Léa, Étienne, Chloé, François, Zoé, Raphaël, Anaïs, Jérôme, Maëlle, Benoît, Inès, Loïc, Margaux, Jean-Baptiste',
    family:
      "Lefèvre, Dubois, D'Aubigné, Rousseau, Bélanger, Chevalier, L'Hôpital, Moreau, Gauthier, de La Rochefoucauld, Fournier, Lacroix, Mercier, Noël",
  },
  {
    given: 'Jürgen, Anneliese, Björn, Käthe, Lukas, Frieda, Matthias, Saskia, Günther, Liesl, Moritz, Hannelore, Tobias, Ulrike',
    family:
      'Müller, Schäfer, Weiß, von der Leyendecker, Krüger, Böhm, Hohenzollern-Sigmaringen, Vogel, Zimmermann, Jäger, Strauß, Lindner, Köhler, Brandt',
  },
  {
    given: 'María José, Alejandro, Lucía, Íñigo, Carmen, Joaquín, Sofía, Ángel, Begoña, Raúl, Ximena, Nicolás, Guadalupe, Andrés',
    family:
      'García Lorca, Fernández, Núñez de Balboa, Muñoz, Ibáñez, Castaño, Peña Nieto, Rodríguez, Zúñiga, Vázquez Montalbán, Ordóñez, Gil, Quiñones, Sáenz',
  },
  {
    given: 'João, Leonor, Tomás, Beatriz, Gonçalo, Conceição, Mateus, Luísa, Estêvão, Benedita, Vitória, Caio, Iracema, Sebastião',
    family:
      'da Silva, Gonçalves, Magalhães, dos Santos Pereira, Assunção, Simões, Araújo, Falcão, Guimarães, Leitão, Moura, Brandão, Sá, Vasconcelos',
  },
  {
    given: "Giulia, Niccolò, Chiara, Matteo, Beatrice, Lorenzo, Ludovica, Tommaso, Ginevra, Dante, Aurora, Elio, Costanza, D'Artagnan",
    family:
      "Rossi, D'Angelo, Dell'Acqua, Bianchi, Moretti, De Luca, Lo Presti, Castelnuovo, Sant'Ambrogio, Ferrari, Conti, Zappalà, Ricci, Gallo",
  },
  {
    given: 'Astrid, Søren, Åse, Bjarte, Freja, Øyvind, Maja, Håkon, Linnéa, Torbjörn, Signe, Anders, Ylva, Kåre',
    family:
      'Lindqvist, Ødegård, Bjørnson, Sjöström, Åkesson, Nørgaard, Þorlákson, Hansen, Kjærgaard, Nyström, Dahl, Ström, Vestergaard, Ek',
  },
  {
    given: 'Zuzanna, Łukasz, Bogumiła, Wojciech, Małgorzata, Stanisław, Jiří, Božena, Kateřina, Ondřej, Żaneta, Miłosz, Věra, Přemysl',
    family: 'Nowak, Wójcik, Brzęczyszczykiewicz, Krejčí, Martinů, Kaczmarek, Mazur, Sienkiewicz, Gołąb, Jirků, Łoś, Żuraw, Petrů, Wróbel',
  },
  {
    familyFirst: true,
    given: 'Ágnes, Bence, Zsófia, László, Ildikó, Gergő, Eszter, Őrs, Boglárka, Tamás, Réka, Zoltán, Csilla, Ödön',
    family: 'Szabó, Nagy, Kővári, Horváth, Szentgyörgyi, Tóth, Kisfaludy, Fehér, Rózsa, Erdős, Bartók, Lővei, Vörös, Ács',
  },
  {
    given:
      'Анастасия|anastasia, Дмитрий|dmitri, Ольга|olga, Сергей|sergei, Наталья|natalya, Тарас|taras, Оксана|oksana, Юрий|yuri, Мария|maria, Фёдор|fyodor, Злата|zlata, Николай|nikolai, Варвара|varvara, Богдан|bohdan',
    family:
      'Ковальчук|kovalchuk, Шевченко|shevchenko, Гоголь|gogol, Сорока|soroka, Лысенко|lysenko, Черных|chernykh, Щербак|shcherbak, Живаго|zhivago, Бондаренко|bondarenko, Рождественских|rozhdestvenskikh, Мороз|moroz, Седых|sedykh, Заяц|zayats, Дурново|durnovo',
  },
  {
    given:
      'Ελένη|eleni, Γιώργος|giorgos, Θεοδώρα|theodora, Δημήτρης|dimitris, Μυρτώ|myrto, Νίκος|nikos, Υπατία|ypatia, Αλέξανδρος|alexandros, Ιωάννα|ioanna, Θάνος|thanos, Δάφνη|dafni, Πέτρος|petros, Ζωή|zoi, Ορέστης|orestis',
    family:
      'Παπαγεωργίου|papageorgiou, Οικονόμου|oikonomou, Αγγέλου|angelou, Αντωνίου|antoniou, Νικολάου|nikolaou, Δημητρίου|dimitriou, Βασιλείου|vasileiou, Ιωάννου|ioannou, Γεωργίου|georgiou, Αλεξίου|alexiou, Στεφάνου|stefanou, Χριστοδούλου|christodoulou, Παύλου|pavlou, Λάμπρου|lambrou',
  },
  {
    given:
      'فاطمة|fatima, محمد|mohammed, عائشة|aisha, يوسف|youssef, مريم|maryam, عمر|omar, ليلى|layla, خالد|khalid, نور|nour, حسن|hassan, زينب|zaynab, طارق|tariq, سلمى|salma, إدريس|idris',
    family:
      'الخوارزمي|alkhwarizmi, بن سينا|bensina, الإدريسي|alidrisi, المنصوري|almansouri, حداد|haddad, عبد الرحمن|abdelrahman, القرطبي|alqurtubi, ناصر|nasser, الزهراوي|alzahrawi, بركات|barakat, شاهين|shaheen, الفاسي|alfassi, مراد|murad, صباح|sabah',
  },
  {
    given:
      'נועה|noa, דוד|david, תמר|tamar, יונתן|yonatan, מאיה|maya, איתן|eitan, שירה|shira, אורי|uri, רחל|rachel, עומר|omer, יעל|yael, גיל|gil, חנה|hannah, אסף|asaf',
    family:
      'כהן|cohen, לוי|levi, מזרחי|mizrahi, פרידמן|friedman, ביטון|biton, אברהמי|avrahami, בן־דוד|bendavid, שפירא|shapira, גולן|golan, רוזן|rosen, ברק|barak, אלון|alon, שרון|sharon, קפלן|kaplan',
  },
  {
    given: 'Priya, Arjun, Lakshmi, Ravi, Ananya, Vikram, Meenakshi, Siddharth, Kavya, Rohan, Ishita, Srinivasa, Devika, Harish',
    family:
      'Sharma, Ramanujan, Chatterjee, Patel, Iyer, Venkataraghavan, Gupta, Mukherjee, Nair, Reddy, Banerjee, Krishnamurthy, Singh Chauhan, Bose',
  },
  {
    given:
      'देवी|devi, नरेन्द्र|narendra, मीरा|meera, देवेन|deven, सीता|sita, कबीर|kabir, निशा|nisha, अनिल|anil, राधा|radha, सुनील|sunil, पूजा|pooja, हरि|hari, गीता|geeta, मोहन|mohan',
    family:
      'शर्मा|sharma, वर्मा|verma, गुप्ता|gupta, पटेल|patel, जोशी|joshi, मिश्रा|mishra, देशपांडे|deshpande, सिंह|singh, कुलकर्णी|kulkarni, राव|rao, त्रिपाठी|tripathi, भट्ट|bhatt, चौहान|chauhan, नेहरा|nehra',
  },
  {
    familyFirst: true,
    separator: '',
    given:
      '伟|wei, 秀英|xiuying, 芳|fang, 静怡|jingyi, 强|qiang, 丽华|lihua, 明|ming, 晓东|xiaodong, 雪|xue, 志强|zhiqiang, 海燕|haiyan, 文博|wenbo, 春梅|chunmei, 建国|jianguo',
    family:
      '王|wang, 李|li, 张|zhang, 刘|liu, 陈|chen, 欧阳|ouyang, 赵|zhao, 黄|huang, 司马|sima, 周|zhou, 吴|wu, 诸葛|zhuge, 孙|sun, 林|lin',
  },
  {
    familyFirst: true,
    separator: ' ',
    given:
      '葵|aoi, 陽翔|haruto, さくら|sakura, 蓮|ren, 結衣|yui, 大輔|daisuke, 美咲|misaki, 翔太|shota, 千尋|chihiro, 健|ken, 紬|tsumugi, 一郎|ichiro, 花子|hanako, 直樹|naoki',
    family:
      '佐藤|sato, 鈴木|suzuki, 高橋|takahashi, 田中|tanaka, 渡辺|watanabe, 伊藤|ito, 小林|kobayashi, 長谷川|hasegawa, 山本|yamamoto, 五十嵐|igarashi, 森|mori, 清水|shimizu, 勅使河原|teshigawara, 岡|oka',
  },
  {
    familyFirst: true,
    separator: '',
    given:
      '민준|minjun, 서연|seoyeon, 지훈|jihun, 하은|haeun, 도윤|doyun, 수빈|subin, 예린|yerin, 현우|hyunwoo, 지우|jiwoo, 은서|eunseo, 태양|taeyang, 나래|narae, 성민|sungmin, 보라|bora',
    family:
      '김|kim, 이|lee, 박|park, 최|choi, 정|jung, 강|kang, 조|cho, 윤|yoon, 남궁|namgung, 임|lim, 한|han, 황보|hwangbo, 오|oh, 서|seo',
  },
  {
    familyFirst: true,
    given:
      'Tuấn, Thị Hương, Minh Châu, Quốc Bảo, Thu Thảo, Đức Anh, Ngọc Ánh, Hoàng Long, Bích Phượng, Văn Hậu, Khánh Linh, Gia Huy, Mỹ Duyên, Trọng',
    family: 'Nguyễn, Trần, Lê, Phạm, Huỳnh, Vũ, Đặng, Bùi, Đỗ, Hồ, Ngô, Dương, Lý, Võ',
  },
  {
    given: 'Chinedu, Adaeze, Oluwaseun, Ngozi, Babatunde, Folasadé, Kwame, Abena, Kofi, Efua, Emeka, Yewande, Chimamanda, Tunde',
    family: "Okonkwo, Adébáyò, Mensah, Nwosu, Oyelaran, Asante, Eze, Boateng, Ogunlesi, N'Dour, Owusu-Ansah, Achebe, Ṣóyínká, Danquah",
  },
  {
    given: "Wanjikũ, Tendai, Nomvula, Kipchoge, Amina, Thabo, Zawadi, Rutendo, Mutua, Lindiwe, Baraka, Ng'endo, Sipho, Makena",
    family: "Kamau, Ng'ang'a, Dlamini, Mukwashi, Otieno, Nkosi, Wambui, Mandela, Ndlovu, Ong'ondo, Mbeki, Cheruiyot, van der Merwe, Moyo",
  },
  {
    given: 'Emre, Ayşe, Çağla, İbrahim, Gülşen, Oğuz, Zeynep, Şahin, Defne, Barış, Nazlı, Tuğrul, Yağmur, Kerem',
    family: 'Yılmaz, Öztürk, Çelik, Şimşek, Kılıç, Aydın, Karaosmanoğlu, Güneş, Yıldırım, Doğan, Işık, Ünal, Bayrak, Tekin',
  },
  {
    given: "Kaʻiulani, Leilani, Tāne, Aroha, Wiremu, Moana, Ku'ulei, Hōne, Sione, Mele, Nahele, Tui, Keoni, Ngaio",
    family:
      'Kamehameha, Te Kanawa, Kealoha, Ngata, Fonoti, Kahananui, Tuimavave, Parata, Keihanaikukauakahihuliheekahaunaele, Hēnare, Akana, Mahuta, Pōmare, Latū',
  },
];

interface PoolName {
  readonly name: string;
  readonly folded: string;
  /** ASCII spelling for email addresses. */
  readonly handle: string;
}

/** Number of names in each list. All lists have the same length, so that a pick requires no lookup. */
export const namesPerList = 14;

const letters: Readonly<Record<string, string>> = { ø: 'o', æ: 'ae', þ: 'th', ß: 'ss', ł: 'l', đ: 'd', ı: 'i', ð: 'd' };

/** Parses `Name|handle, Name, …`. */
export function namesOf(list: string): PoolName[] {
  return list.split(', ').map((entry) => {
    const [name = '', handle] = entry.split('|');
    return { name, folded: foldCase(name), handle: handle ?? handleOf(name) };
  });
}

function handleOf(name: string): string {
  const plain = foldCase(name).replace(/[øæþßłđıð]/g, (letter) => letters[letter] ?? letter);
  return plain.normalize('NFD').replace(/[^a-z]/g, '');
}

/** Creates the temporary tables `pool_given`, `pool_family` and `pool_culture`. */
export function createPools(store: Store): void {
  store.script(`
    CREATE TEMP TABLE pool_culture (culture INTEGER PRIMARY KEY, family_first INTEGER, separator TEXT);
    CREATE TEMP TABLE pool_given (culture INTEGER, i INTEGER, name TEXT, folded TEXT, handle TEXT, PRIMARY KEY (culture, i)) WITHOUT ROWID;
    CREATE TEMP TABLE pool_family (culture INTEGER, i INTEGER, name TEXT, folded TEXT, handle TEXT, PRIMARY KEY (culture, i)) WITHOUT ROWID;
  `);
  cultures.forEach((culture, index) => {
    store.run('INSERT INTO pool_culture VALUES (?, ?, ?)', [index, culture.familyFirst ? 1 : 0, culture.separator ?? ' ']);
    fillPool(store, 'pool_given', index, culture.given);
    fillPool(store, 'pool_family', index, culture.family);
  });
}

function fillPool(store: Store, table: 'pool_given' | 'pool_family', culture: number, list: string): void {
  namesOf(list).forEach(({ name, folded: lower, handle }, i) => {
    store.run(`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?)`, [culture, i, name, lower, handle]);
  });
}

export function dropPools(store: Store): void {
  store.script('DROP TABLE pool_culture; DROP TABLE pool_given; DROP TABLE pool_family;');
}
