// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Headers that nearly every file here needs; they change only with Qt.
#include <QAction>
#include <QCoreApplication>
#include <QJsonObject>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QPointer>
#include <QSettings>
#include <QString>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>
