"""Names that the States give to their fire certificates, environment bodies and Juntas."""

from __future__ import annotations

CERTIFICADOS: dict[str, list[tuple[str, str]]] = {
    "SP": [
        ("AVCB", "Auto de Vistoria do Corpo de Bombeiros"),
        ("CLCB", "Certificado de Licença do Corpo de Bombeiros"),
    ],
    "MG": [
        ("AVCB", "Auto de Vistoria do Corpo de Bombeiros"),
        ("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros"),
    ],
    "RJ": [("CA", "Certificado de Aprovação"), ("CAA", "Certificado de Aprovação Assistido")],
    "PR": [
        ("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros"),
        ("CVCB", "Certificado de Vistoria do Corpo de Bombeiros"),
    ],
    "RS": [("APPCI", "Alvará de Prevenção e Proteção Contra Incêndio")],
    "SC": [("AVF", "Atestado de Vistoria para Funcionamento")],
    "GO": [("CERCON", "Certificado de Conformidade")],
    "ES": [("ALCB", "Alvará de Licença do Corpo de Bombeiros")],
    "PE": [("AR", "Atestado de Regularidade"), ("AVCB", "Atestado de Vistoria do Corpo de Bombeiros")],
    "CE": [("CC", "Certificado de Conformidade do Sistema de Proteção Contra Incêndio e Pânico")],
    "BA": [("CLB", "Certificado de Licenciamento dos Bombeiros"), ("AVCB", "Auto de Vistoria do Corpo de Bombeiros")],
    "AC": [("CA", "Certificado de Aprovação")],
    "RN": [
        ("AVCB", "Auto de Vistoria do Corpo de Bombeiros"),
        ("CLCB", "Certificado de Licenciamento do Corpo de Bombeiros"),
    ],
}
CERTIFICADO_GERAL = [
    ("AVCB", "Auto de Vistoria do Corpo de Bombeiros"),
    ("CV", "Certificado de Vistoria"),
    ("CR", "Certificado de Regularidade"),
]
AMBIENTAIS: dict[str, tuple[str, str]] = {
    "SP": ("CETESB", "CETESB - Companhia Ambiental do Estado de São Paulo"),
    "RJ": ("INEA", "Instituto Estadual do Ambiente - INEA"),
    "PR": ("IAT", "Instituto Água e Terra - IAT"),
    "SC": ("IMA", "Instituto do Meio Ambiente de Santa Catarina - IMA"),
    "RS": ("FEPAM", "Fundação Estadual de Proteção Ambiental Henrique Luiz Roessler - FEPAM"),
    "BA": ("INEMA", "Instituto do Meio Ambiente e Recursos Hídricos - INEMA"),
    "CE": ("SEMACE", "Superintendência Estadual do Meio Ambiente - SEMACE"),
    "PE": ("CPRH", "Agência Estadual de Meio Ambiente - CPRH"),
    "RN": ("IDEMA", "Instituto de Desenvolvimento Sustentável e Meio Ambiente - IDEMA"),
    "ES": ("IEMA", "Instituto Estadual de Meio Ambiente e Recursos Hídricos - IEMA"),
    "TO": ("NATURATINS", "Instituto Natureza do Tocantins - NATURATINS"),
    "AL": ("IMA", "Instituto do Meio Ambiente do Estado de Alagoas - IMA/AL"),
    "MG": ("SEMAD", "Secretaria de Estado de Meio Ambiente e Desenvolvimento Sustentável"),
}
JUNTAS: dict[str, tuple[str, str]] = {
    "SP": ("JUCESP", "Junta Comercial do Estado de São Paulo"),
    "RJ": ("JUCERJA", "Junta Comercial do Estado do Rio de Janeiro"),
    "MG": ("JUCEMG", "Junta Comercial do Estado de Minas Gerais"),
    "PR": ("JUCEPAR", "Junta Comercial do Paraná"),
    "RS": ("JUCISRS", "Junta Comercial, Industrial e Serviços do Rio Grande do Sul"),
    "SC": ("JUCESC", "Junta Comercial do Estado de Santa Catarina"),
    "GO": ("JUCEG", "Junta Comercial do Estado de Goiás"),
    "BA": ("JUCEB", "Junta Comercial do Estado da Bahia"),
    "PE": ("JUCEPE", "Junta Comercial do Estado de Pernambuco"),
    "CE": ("JUCEC", "Junta Comercial do Estado do Ceará"),
    "ES": ("JUCEES", "Junta Comercial do Estado do Espírito Santo"),
    "PA": ("JUCEPA", "Junta Comercial do Estado do Pará"),
    "MA": ("JUCEMA", "Junta Comercial do Estado do Maranhão"),
    "MT": ("JUCEMAT", "Junta Comercial do Estado de Mato Grosso"),
}
