#pragma once
#include <unistr.h>
#include <uninorm.h>
#include <unicase.h>
#include <unictype.h>
#include <uniwidth.h>
