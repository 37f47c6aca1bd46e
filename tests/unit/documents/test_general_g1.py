"""Licences of municipalities and registrations of States in wordings unlike each other."""

from __future__ import annotations

from typing import Any

import pytest
from tests.unit.documents.pages import layout

from docverify.documents.classify import classify_page
from docverify.documents.extract import extract

PAPERS: list[tuple[str, dict[str, Any]]] = [
    (
        """
^ ESTADO DE GOIÁS
## MUNICÍPIO DE ANÁPOLIS
^ Secretaria Municipal de Economia - Gerência de Posturas
# LICENÇA DE LOCALIZAÇÃO E FUNCIONAMENTO
> N. 004.512/2026
CERTIFICAMOS que o estabelecimento abaixo se acha licenciado nos termos da Lei Complementar n. 279/2012.
Firma ............ CASTRO & FILHOS COMERCIO DE GAS LTDA
C.N.P.J. ......... 11.222.333/0001-81
Endereço ......... AV. BRASIL SUL, QD. 14, LT. 07, S/N
Setor ............ JARDIM EUROPA
Ramo ............. REVENDA DE GÁS GLP
Vigência ......... 31/12/2026
Anápolis, aos 05 dias do mês de janeiro de 2026.
""",
        {
            "numero": "004.512/2026",
            "razao_social": "CASTRO & FILHOS COMERCIO DE GAS LTDA",
            "cnpj": "11222333000181",
            "validade": "2026-12-31",
            "data_emissao": "2026-01-05",
            "atividade": "REVENDA DE GÁS GLP",
            "municipio_emissor": "ANÁPOLIS",
            "uf_emissor": "GO",
            "endereco": {"logradouro": "AV. BRASIL SUL", "bairro": "JARDIM EUROPA"},
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE SANTA RITA DO SAPUCAÍ
^ Minas Gerais
# ALVARÁ
^ Nº 873 / 2026
A Prefeitura Municipal autoriza a firma DISTRIBUIDORA DE GAS VALE VERDE LTDA - ME, CNPJ 11.222.333/0001-81, a \
funcionar na Rodovia BR-459, km 112, s/nº, bairro Fernandes, neste município, com o ramo de comércio varejista \
de gás liquefeito de petróleo.
Este Alvará tem validade de 01 (um) ano a contar da data de sua expedição.
Santa Rita do Sapucaí, 14 de abril de 2026
""",
        {
            "numero": "873/2026",
            "razao_social": "DISTRIBUIDORA DE GAS VALE VERDE LTDA - ME",
            "cnpj": "11222333000181",
            "data_emissao": "2026-04-14",
            "validade": "2027-04-14",
            "municipio_emissor": "SANTA RITA DO SAPUCAÍ",
            "uf_emissor": "MG",
            "endereco": {"logradouro": "Rodovia BR-459", "bairro": "Fernandes"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
^ ESTADO DO RIO GRANDE DO SUL
## PREFEITURA MUNICIPAL DE PELOTAS
# ALVARÁ DE LOCALIZAÇÃO
Alvará No 55.231
Concedemos licença a: GASPAR & SOUZA REVENDA DE GAS LTDA
para localizar-se na: RUA GENERAL OSORIO Nº 455 FUNDOS
Bairro CENTRO	Cidade PELOTAS	RS
CNPJ 11.222.333/0001-81	Inscrição 88123
Ramo de negócio COMERCIO DE GAS ENGARRAFADO
Prazo INDETERMINADO
Pelotas, 7 de maio de 2024.
""",
        {
            "numero": "55.231",
            "razao_social": "GASPAR & SOUZA REVENDA DE GAS LTDA",
            "cnpj": "11222333000181",
            "prazo_indeterminado": True,
            "data_emissao": "2024-05-07",
            "endereco": {"logradouro": "RUA GENERAL OSORIO", "numero": "455", "bairro": "CENTRO"},
            "atividade": "COMERCIO DE GAS ENGARRAFADO",
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA DE PALMAS
^ Secretaria Municipal de Desenvolvimento Econômico
# CERTIFICADO DE LICENCIAMENTO
CERTIFICADO N.: 2026.0000981	EXERCÍCIO: 2026
Pessoa licenciada
TOCANTINS GAS COMERCIO LTDA
Documento
11.222.333/0001-81
Endereço da unidade
QUADRA 104 SUL, RUA SE 05, LOTE 12, SALA 01, PLANO DIRETOR SUL, PALMAS/TO, 77020-018
CNAE	Descrição	Risco
4784-9/00	Comércio varejista de gás liquefeito de petróleo (GLP)	Alto
Expedido eletronicamente em 21/01/2026 às 10:33
Válida até o último dia do exercício
""",
        {
            "numero": "2026.0000981",
            "exercicio": 2026,
            "razao_social": "TOCANTINS GAS COMERCIO LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-01-21",
            "endereco": {"municipio": "PALMAS", "cep": "77020018"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE CARUARU
# ALVARÁ DE FUNCIONAMENTO DEFINITIVO
Inscrição Mercantil: 301.556-2	Nº Alvará: 2025.004417
Razão Soc.: MARIA JOSE DA SILVA GAS - ME
CPF/CNPJ: 11.222.333/0001-81
Logr.: RUA VIGARIO FREIRE	Nr.: 87	Compl.: GALPAO B
Bairro: N. SRA. DAS DORES	Mun.: CARUARU	UF: PE	CEP: 55004-120
Ativ. Princ.: 47.84-9-00 - COMERCIO VAREJISTA DE GLP
Dt. Emis.: 03/07/2025	Dt. Valid.: 03/07/2026
""",
        {
            "numero": "2025.004417",
            "razao_social": "MARIA JOSE DA SILVA GAS - ME",
            "cnpj": "11222333000181",
            "data_emissao": "2025-07-03",
            "validade": "2026-07-03",
            "endereco": {
                "logradouro": "RUA VIGARIO FREIRE",
                "numero": "87",
                "complemento": "GALPAO B",
                "municipio": "CARUARU",
                "cep": "55004120",
            },
            "atividade": "COMERCIO VAREJISTA DE GLP",
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE ITABUNA
^ SECRETARIA DA FAZENDA
# ALVARÁ DE LICENÇA PARA LOCALIZAÇÃO E FUNCIONAMENTO
O Secretário da Fazenda, no uso de suas atribuições, concede LICENÇA a COMERCIAL SUL BAHIA DE GAS LTDA, pessoa \
jurídica de direito privado, com CNPJ n. 11.222.333/0001-81, para que possa funcionar no seu estabelecimento \
sito na Av. Cinquentenário, n. 1010, térreo, Centro, Itabuna - Bahia, com a atividade de comércio varejista de \
GLP, ficando sujeita à renovação anual.
O presente Alvará é válido de 01/01/2026 a 31/12/2026.
Itabuna (BA), em 09.01.2026
""",
        {
            "razao_social": "COMERCIAL SUL BAHIA DE GAS LTDA",
            "cnpj": "11222333000181",
            "validade": "2026-12-31",
            "data_emissao": "2026-01-09",
            "endereco": {"logradouro": "Av. Cinquentenário", "numero": "1010", "bairro": "Centro"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
## GOVERNO DO DISTRITO FEDERAL
^ ADMINISTRAÇÃO REGIONAL DE TAGUATINGA
# LICENÇA DE FUNCIONAMENTO
Licença n°	00217/2026
Interessado	PLANALTO COMERCIO DE GAS LTDA
CNPJ	11.222.333/0001-81
Local autorizado	QNL 12 CONJUNTO B LOTE 05 LOJA 01 - TAGUATINGA NORTE - DF
Atividades autorizadas	COMÉRCIO VAREJISTA DE GÁS LIQUEFEITO DE PETRÓLEO
Prazo da licença	5 anos
Data da outorga	10/03/2026
""",
        {
            "numero": "00217/2026",
            "razao_social": "PLANALTO COMERCIO DE GAS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-03-10",
            "validade": "2031-03-10",
            "endereco": {"uf": "DF"},
            "atividade": ...,
            "uf_emissor": "DF",
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE CHAPECÓ
# ALVARÁ DE FUNCIONAMENTO
1. NÚMERO DE ORDEM	2. ANO	3. DATA DE EMISSÃO
774	2026	11/02/2026
4. NOME/RAZÃO SOCIAL DO LICENCIADO
OESTE GAS COMERCIO E TRANSPORTES LTDA
5. CNPJ	6. INSCRIÇÃO MUNICIPAL
11.222.333/0001-81	55901
7. LOGRADOURO	8. Nº	9. BAIRRO
RUA MARECHAL BORMANN	321 E	CENTRO
10. RAMO DE ATIVIDADE PRINCIPAL
COMERCIO VAREJISTA DE GLP
11. VÁLIDO ATÉ
28/02/2027
""",
        {
            "numero": "774",
            "exercicio": 2026,
            "razao_social": "OESTE GAS COMERCIO E TRANSPORTES LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-02-11",
            "validade": "2027-02-28",
            "endereco": {"bairro": "CENTRO"},
            "atividade": "COMERCIO VAREJISTA DE GLP",
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE MOSSORÓ
# ALVARÁ DE LOCALIZAÇÃO E FUNCIONAMENTO
Alvará de nº 1.203, expedido em 20/01/2026
Faço saber que à empresa
^ POTIGUAR COMERCIO DE GAS LTDA
foi concedida licença para manter em funcionamento seu estabelecimento localizado à
Rua Felipe Camarão, 2200 - Aeroporto - Mossoró/RN
destinado à exploração de: Comércio varejista de GLP
CNPJ n.º 11.222.333/0001-81
Esta licença perde a validade em 31 de dezembro de 2026.
""",
        {
            "numero": "1.203",
            "razao_social": "POTIGUAR COMERCIO DE GAS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-01-20",
            "validade": "2026-12-31",
            "endereco": {"logradouro": "Rua Felipe Camarão", "numero": "2200", "bairro": "Aeroporto"},
            "atividade": "Comércio varejista de GLP",
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE VOTUPORANGA
# AUTO DE LICENÇA DE FUNCIONAMENTO
Responsável pelo estabelecimento
VOTU GAS LTDA
Doc. fiscal (CNPJ)
11.222.333/0001-81
Estabelecimento situado em
RUA AMAZONAS 3456
PATRIMONIO NOVO
VOTUPORANGA SP 15500-004
Uso licenciado
COMERCIO VAREJISTA DE GAS LIQUEFEITO DE PETROLEO
Licença número	Data de início da vigência	Data do término da vigência
22/2026	01/03/2026	28/02/2028
""",
        {
            "numero": "22/2026",
            "razao_social": "VOTU GAS LTDA",
            "cnpj": "11222333000181",
            "validade": "2028-02-28",
            "endereco": {"logradouro": "RUA AMAZONAS", "numero": "3456", "municipio": "VOTUPORANGA"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
^ REPÚBLICA FEDERATIVA DO BRASIL - ESTADO DO MARANHÃO
## PREFEITURA MUNICIPAL DE IMPERATRIZ
# ALVARÁ PARA FUNCIONAMENTO
Controle: 9917/2026
Outorgamos o presente Alvará à firma TOCANTINA GAS E AGUA LTDA, C.N.P.J. nº 11.222.333/0001-81, com \
estabelecimento comercial à Rua Godofredo Viana, nº 333, Bairro Centro, CEP 65.900-100, Imperatriz - MA, para a \
exploração do ramo de comércio varejista de gás liquefeito de petróleo.
Vigorará este alvará até 31 de dezembro de 2026.
Imperatriz/MA, 12 de janeiro de 2026
""",
        {
            "numero": "9917/2026",
            "razao_social": "TOCANTINA GAS E AGUA LTDA",
            "cnpj": "11222333000181",
            "validade": "2026-12-31",
            "data_emissao": "2026-01-12",
            "endereco": {
                "logradouro": "Rua Godofredo Viana",
                "numero": "333",
                "bairro": "Centro",
                "municipio": "Imperatriz",
            },
            "atividade": ...,
            "uf_emissor": "MA",
        },  # fmt: skip
    ),
    (
        """
## Prefeitura de Joinville
# Alvará de Localização e Permanência
Dados da empresa
Denominação social	NORTE CATARINENSE GAS LTDA
Cadastro federal	11.222.333/0001-81
Onde funciona	Rua Dona Francisca, 4500 - Zona Industrial Norte - Joinville/SC
O que faz	Comércio varejista de gás liquefeito de petróleo
Identificador do alvará	2026-00451
Liberado em	16/03/2026
Vale até	16/03/2027
""",
        {
            "numero": "2026-00451",
            "razao_social": "NORTE CATARINENSE GAS LTDA",
            "cnpj": "11222333000181",
            "data_emissao": "2026-03-16",
            "validade": "2027-03-16",
            "endereco": {"logradouro": "Rua Dona Francisca", "numero": "4500", "municipio": "Joinville"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
## MUNICÍPIO DE CASCAVEL
# ALVARÁ DE LICENÇA DE LOCALIZAÇÃO
ALVARÁ/ANO	INSCRIÇÃO	CÓDIGO
3391/2026	99120	4784900
Nome: OESTE PARANA GAS LTDA ME
Fantasia: OESTE GAS
End: ROD. BR 277, KM 585 + 300M, S/N
Bairro: PARQUE SAO PAULO Cidade: CASCAVEL Estado: PR
CNPJ: 11.222.333/0001-81
Atividade: COM. VAR. DE GAS LIQUEFEITO DE PETROLEO (GLP)
Prazo de validade: 12 meses
Emissão: CASCAVEL, 22/06/2026
""",
        {
            "numero": "3391/2026",
            "razao_social": "OESTE PARANA GAS LTDA ME",
            "nome_fantasia": "OESTE GAS",
            "cnpj": "11222333000181",
            "data_emissao": "2026-06-22",
            "validade": "2027-06-22",
            "endereco": {"bairro": "PARQUE SAO PAULO", "municipio": "CASCAVEL", "uf": "PR"},
            "atividade": ...,
        },  # fmt: skip
    ),
    (
        """
## PREFEITURA MUNICIPAL DE CORUMBÁ
^ SECRETARIA MUNICIPAL DE RECEITA
# LICENÇA PARA LOCALIZAÇÃO
Certificamos, para os devidos fins, que PANTANAL COMERCIO DE GAS LTDA, estabelecida à Rua Delamare, 1.120, \
Centro, nesta cidade, inscrita no CNPJ 11.222.333/0001-81, está devidamente licenciada para o exercício da \
atividade de REVENDA DE GLP, conforme processo n. 221/26.
Licença n. 118/26 - Exercício 2026
Validade por prazo indeterminado, enquanto mantidas as condições.
Corumbá - MS, 2 de março de 2026.
""",
        {
            "exercicio": 2026,
            "razao_social": "PANTANAL COMERCIO DE GAS LTDA",
            "cnpj": "11222333000181",
            "prazo_indeterminado": True,
            "data_emissao": "2026-03-02",
            "endereco": {"logradouro": "Rua Delamare", "bairro": "Centro"},
            "atividade": "REVENDA DE GLP",
        },  # fmt: skip
    ),
]


@pytest.mark.parametrize(
    ("tipo", "text", "wanted"),
    [("alvara_funcionamento", *case) for case in PAPERS],
)
def test_unlike_wordings(tipo: str, text: str, wanted: dict[str, Any]) -> None:
    """Every wanted field is read; ``...`` wants any value, an address the parts that are named."""
    paper = layout(text)
    assert classify_page(paper).tipo == tipo
    found = {name: field.valor for name, field in extract(tipo, [paper]).campos.items()}
    for name, value in wanted.items():
        assert name in found, name
        if isinstance(value, dict):
            assert {part: found[name].get(part) for part in value} == value
        elif isinstance(value, str):
            assert found[name].upper() == value.upper(), name
        elif value is not ...:
            assert found[name] == value, name
